/** Stands where Mermaid looks for the ELK layout, which is not part of this build and never asked for. */
export default class NoElk {
  constructor() {
    throw new Error("the layout ELK is not part of this build");
  }
}
