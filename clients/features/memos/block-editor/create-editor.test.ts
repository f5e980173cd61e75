import { expect, test, vi } from "vitest";
import { createBlocks } from "./create-editor";

const texts = { label: "Text", placeholder: "", hint: "", taskOpen: "Open", taskDone: "Done" };

function start() {
  const onType = vi.fn();
  const nothing = () => false;
  const blocks = createBlocks(document.body.appendChild(document.createElement("div")), "", texts, 1_000, {
    onType,
    onState: () => undefined,
    onKey: nothing,
    onFiles: nothing,
    onBrackets: () => undefined,
    onFollow: () => undefined,
  });
  return { blocks, onType };
}

test("keys that come before the last ones are shown stay", () => {
  const { blocks, onType } = start();
  blocks.editor.commands.insertContent("P");
  blocks.editor.commands.insertContent("u");
  blocks.show("P");
  blocks.editor.commands.insertContent("l");
  blocks.show("Pu");
  blocks.show("Pul");
  expect(blocks.editor.getText()).toBe("Pul");
  expect(onType).toHaveBeenLastCalledWith("Pul");
  blocks.editor.destroy();
});

test("a text from elsewhere is shown, also one that was typed here before", () => {
  const { blocks } = start();
  blocks.editor.commands.insertContent("P");
  blocks.show("P");
  blocks.show("From elsewhere");
  expect(blocks.editor.getText()).toBe("From elsewhere");
  blocks.show("P");
  expect(blocks.editor.getText()).toBe("P");
  blocks.editor.destroy();
});
