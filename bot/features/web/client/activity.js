/* Placeholder. */
export class Activity {
  static found() { return null; }
}
