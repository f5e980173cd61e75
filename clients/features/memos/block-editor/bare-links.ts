import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

const ADDRESS = /\bhttps?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}。，；：！？）】]/gu;

/** Shows addresses that are written bare as the links that they are where the text is read. */
export const bareLinks = Extension.create({
  name: "bareLinks",
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_config, { doc }) => linksIn(doc),
        apply: (transaction, before) => (transaction.docChanged ? linksIn(transaction.doc) : before),
      },
      props: {
        decorations(state) {
          return this.getState(state);
        },
      },
    }),
  ],
});

function linksIn(doc: Node): DecorationSet {
  const found: Decoration[] = [];
  doc.descendants((node, position, parent) => {
    if (!node.isText || parent?.type.spec.code || node.marks.some(({ type }) => type.name !== "bold")) return;
    for (const { index, 0: address } of node.text?.matchAll(ADDRESS) ?? [])
      found.push(
        Decoration.inline(position + index, position + index + address.length, { class: "bare-link" }),
      );
  });
  return DecorationSet.create(doc, found);
}
