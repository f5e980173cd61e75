/** Replaces Mermaid's ELK layout, which is not part of this build and never used. */
export default class NoElk {
  constructor() {
    throw new Error("the layout ELK is not part of this build");
  }
}
