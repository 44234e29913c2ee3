/* The dialog: information, or a confirmation before an irreversible action. */

import { $, h, icon } from "./dom.js";

export function showDialog(t, title, content) {
  const dialog = $("#dialog");
  const close = h("button", { type: "button", className: "plain square", ariaLabel: t("close") }, icon("close"));
  close.addEventListener("click", () => dialog.close());
  dialog.ariaLabel = title;
  dialog.replaceChildren(h("header", {}, h("h2", { textContent: title }), close), ...content);
  if (!dialog.open) dialog.showModal();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
}

export function confirmIn(t, { question, yes, run }) {
  const dialog = $("#dialog");
  const go = h("button", { type: "button", className: "danger", textContent: yes });
  const back = h("button", { type: "button", textContent: t("back") });
  go.addEventListener("click", () => {
    dialog.close();
    run();
  });
  back.addEventListener("click", () => dialog.close());
  showDialog(t, yes, [h("p", { textContent: question }), h("div", { className: "row" }, go, back)]);
  back.focus();
}
