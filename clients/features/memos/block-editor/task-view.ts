import type { NodeViewRendererProps } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";

/** Names of a task's box. */
export interface TaskNames {
  open: string;
  done: string;
}

/** Renders an item of a list, with a box to tick if it is a task. */
export const taskView =
  (names: TaskNames) =>
  ({ node, getPos, editor }: NodeViewRendererProps) => {
    const dom = document.createElement("li");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.contentEditable = "false";
    const contentDOM = document.createElement("div");
    dom.append(box, contentDOM);
    // The caret stays where it is.
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("change", () => {
      const place = getPos();
      if (place === undefined) return;
      editor.view.dispatch(editor.state.tr.setNodeAttribute(place, "checked", box.checked));
    });
    const update = ({ type, attrs: { checked } }: Node): boolean => {
      if (type !== node.type) return false;
      box.hidden = checked === null;
      box.checked = checked === true;
      box.ariaLabel = checked === true ? names.done : names.open;
      dom.toggleAttribute("data-task", checked !== null);
      return true;
    };
    update(node);
    return {
      dom,
      contentDOM,
      update,
      stopEvent: (event: Event) => event.target === box,
      ignoreMutation: (mutation: { target: globalThis.Node }) => !contentDOM.contains(mutation.target),
    };
  };
