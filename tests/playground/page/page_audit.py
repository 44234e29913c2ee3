"""Accessibility checks of a page in the browser: contrast (WCAG AA), names, duplicate ids."""

AUDIT = """() => {
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const parts = (colour) => {
    const [red, green, blue, alpha] = colour.match(/[\\d.]+/g).map(Number);
    return [red, green, blue, alpha ?? 1];
  };
  const over = (upper, lower) => [0, 1, 2].map((i) => upper[i] * upper[3] + lower[i] * (1 - upper[3]));
  const behind = (element) => {
    const layers = [];
    for (let node = element; node; node = node.parentElement) {
      layers.push(parts(getComputedStyle(node).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const pale = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    if (!text || !seen(element) || element.closest(".unseen, .mirror, :disabled")) continue;
    const ground = behind(element);
    const ink = over(parts(getComputedStyle(element).color), ground);
    const [light, dark] = [luminance(ink), luminance(ground)].sort((a, b) => b - a);
    if ((light + 0.05) / (dark + 0.05) < 4.5) pale.push(`${text} (${element.className})`);
  }
  const controls = [...document.querySelectorAll("button, select, textarea, input, a")].filter(seen);
  const named = (one) => one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length;
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  return {
    pale,
    nameless: controls.filter((one) => !named(one)).map((one) => one.outerHTML),
    doubled: ids.filter((id, index) => ids.indexOf(id) !== index),
  };
}"""
