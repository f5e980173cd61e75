import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { MessageFeedback } from "@ensemble/contract/wire";
import { useQuery } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { conversationQuery } from "../chat-queries";
import { detail, message } from "../test-messages";
import { RateAnswer } from "./RateAnswer";

const path = "/api/chat/messages/a1/feedback";
const stored = (feedback: MessageFeedback | null = null) =>
  detail([message("q1", null), message("a1", "q1", { feedback })]);

/** Shows the buttons of the answer as it is in the cache. */
function Shown() {
  const { data } = useQuery(conversationQuery("c1"));
  const answer = data?.messages.find(({ id }) => id === "a1");
  return answer ? <RateAnswer message={answer} /> : null;
}

const open = () => renderIn(<Shown />, { areas: ["rating"] });
const up = () => screen.findByRole("button", { name: "Good answer" });
const down = () => screen.findByRole("button", { name: "Bad answer" });
const pressed = (button: HTMLElement) => button.getAttribute("aria-pressed");

afterEach(cleanup);

describe("rating an answer", () => {
  test("thumbs up is sent, shown at once, and taken back by another press", async () => {
    const seen = serve({
      "GET /api/chat/conversations/c1": stored(),
      [`PUT ${path}`]: { rating: "up", reason: null, comment: null },
      [`DELETE ${path}`]: null,
    });
    await open();
    await userEvent.click(await up());
    await waitFor(async () => expect(pressed(await up())).toBe("true"));
    expect(seen.find(({ method }) => method === "PUT")?.body).toEqual({
      rating: "up",
      reason: null,
      comment: null,
    });
    await userEvent.click(await up());
    await waitFor(async () => expect(pressed(await up())).toBe("false"));
    await waitFor(() => expect(seen.some(({ method }) => method === "DELETE")).toBe(true));
  });

  test("thumbs down counts at once, and why can be added", async () => {
    const seen = serve({
      "GET /api/chat/conversations/c1": stored(),
      [`PUT ${path}`]: { rating: "down", reason: null, comment: null },
    });
    await open();
    await userEvent.click(await down());
    await screen.findByText("What was wrong?");
    await waitFor(() => expect(seen.filter(({ method }) => method === "PUT")).toHaveLength(1));
    await userEvent.click(screen.getByRole("checkbox", { name: "Incorrect" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Not what I asked" }));
    await userEvent.type(screen.getByRole("textbox", { name: "Comment (optional)" }), " Wrong year ");
    await userEvent.click(screen.getByRole("button", { name: "Send feedback" }));
    await waitFor(() => expect(seen.filter(({ method }) => method === "PUT")).toHaveLength(2));
    expect(seen.findLast(({ method }) => method === "PUT")?.body).toEqual({
      rating: "down",
      reason: "not_asked",
      comment: "Wrong year",
    });
    await waitFor(() => expect(screen.queryByText("What was wrong?")).toBeNull());
    expect(pressed(await down())).toBe("true");
  });

  test("what was given is there again, and can be removed", async () => {
    const seen = serve({
      "GET /api/chat/conversations/c1": stored({ rating: "down", reason: "slow", comment: "A minute" }),
      [`DELETE ${path}`]: null,
    });
    await open();
    await userEvent.click(await down());
    expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "Too slow" })).checked).toBe(true);
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("A minute");
    expect(seen.some(({ method }) => method === "PUT")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Remove rating" }));
    await waitFor(async () => expect(pressed(await down())).toBe("false"));
  });

  test("a rating that the server refuses is taken back", async () => {
    serve({
      "GET /api/chat/conversations/c1": stored(),
      [`PUT ${path}`]: new TestRefusal(404, "chat.message_not_found", "Message not found"),
    });
    await open();
    await userEvent.click(await up());
    await waitFor(async () => expect(pressed(await up())).toBe("false"));
  });
});
