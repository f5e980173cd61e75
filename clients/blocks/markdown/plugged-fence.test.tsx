import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { AnswerPlaceProvider, PlugsProvider } from "../composer-plugs";
import { renderIn } from "../testing";
import { Markdown } from "./Markdown";

afterEach(cleanup);

const PLUGS = {
  composer: [],
  answer: [],
  fence: [
    {
      id: "test",
      mark: 'thing="',
      Component: ({ code, closed }: { code: string; closed: boolean }) => (
        <p data-closed={closed}>Plugged {code}</p>
      ),
    },
  ],
};
const PLACE = { conversationId: "c", messageId: "m", answer: "", streaming: false };
const FENCE = 'Here:\n\n````html thing="a" title="A"\n<h1>List</h1>\n```\n````\n';

const show = (text: string, place: typeof PLACE | null = PLACE) =>
  renderIn(
    <PlugsProvider value={PLUGS}>
      <AnswerPlaceProvider value={place}>
        <Markdown text={text} streaming={place?.streaming ?? false} />
      </AnswerPlaceProvider>
    </PlugsProvider>,
    { areas: ["chat"] },
  );

describe("a fence with the mark of a plug", () => {
  test.each(["", "Enjoy it.", "\nEnjoy it."])("is the plug's, with %j after it", async (after) => {
    await show(FENCE + after);
    const plugged = await screen.findByText(/Plugged/);
    expect(plugged.textContent).toBe("Plugged <h1>List</h1>\n```");
    expect(plugged.dataset.closed).toBe("true");
  });

  test("is the plug's while it is written", async () => {
    await show('````html thing="a"\n<h1>Li', { ...PLACE, streaming: true });
    expect(screen.getByText("Plugged <h1>Li").dataset.closed).toBe("false");
  });

  test("is code outside of answers", async () => {
    const { container } = await show(FENCE, null);
    expect(screen.queryByText(/Plugged/)).toBeNull();
    await waitFor(() => expect(container.querySelector("pre")).toBeTruthy());
    expect(container.querySelector("pre")?.textContent).toContain("<h1>List</h1>");
  });

  test("other fences are code", async () => {
    const { container } = await show("```html a=b\n<b>\n```");
    await waitFor(() => expect(container.querySelector("pre")).toBeTruthy());
    expect(container.querySelector("pre")?.textContent).toContain("<b>");
  });
});
