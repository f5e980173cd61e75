import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { renderIn, testMe, testSession } from "../testing";
import { useDraftFields } from "./use-draft-fields";

afterEach(cleanup);

interface Note {
  id: string;
  text: string;
  version: number;
}

const note: Note = { id: "a", text: "Tea", version: 1 };
let sent = { text: "" };

function Form({ note }: { note: Note }) {
  const { fields, over, typed, put, saved, forget } = useDraftFields(
    `notes.${note.id}`,
    { text: note.text },
    note.version,
  );
  return (
    <>
      <input aria-label="Text" value={fields.text} onChange={(event) => put({ text: event.target.value })} />
      <output>{typed ? `typed over ${over}` : "as it is"}</output>
      <button type="button" onClick={() => (sent = fields)}>
        Send
      </button>
      <button type="button" onClick={() => saved(sent, 7)}>
        Answer
      </button>
      <button type="button" onClick={() => put({}, 5)}>
        Go on
      </button>
      <button type="button" onClick={forget}>
        Discard
      </button>
    </>
  );
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Text" });
const state = () => screen.getByRole("status").textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function open(host: ReturnType<typeof memoryHost>, shown = note, account = testMe.id) {
  cleanup();
  const session = testSession({ me: { ...testMe, id: account } });
  await renderIn(<Form note={shown} />, { areas: [], host, session });
}

// design: "drafts survive reload, refusal, lost network and sign-in"
test("what is typed is there after a reload, with the version it was typed over", async () => {
  const host = memoryHost();
  await open(host);
  expect(state()).toBe("as it is");
  await userEvent.type(field(), " and bread");
  await open(host, { ...note, text: "Coffee", version: 2 });
  expect(field().value).toBe("Tea and bread");
  expect(state()).toBe("typed over 1");
  await press("Go on");
  await open(host);
  expect(state()).toBe("typed over 5");
});

test("it is forgotten once it is discarded, and what there is is shown", async () => {
  const host = memoryHost();
  await open(host);
  await userEvent.type(field(), " and bread");
  await press("Discard");
  expect(field().value).toBe("Tea");
  expect(host.drafts.keys()).toEqual([]);
});

test("another thing, and another person in the same tab, have none of it", async () => {
  const host = memoryHost();
  await open(host);
  await userEvent.type(field(), " and bread");
  await open(host, { ...note, id: "b" });
  expect(field().value).toBe("Tea");
  await open(host, note, "019a0000-0000-7000-8000-0000000000ff");
  expect(field().value).toBe("Tea");
  await open(host);
  expect(field().value).toBe("Tea and bread");
});

test("what was sent is forgotten when it is saved; what was typed meanwhile stays, over what was saved", async () => {
  const host = memoryHost();
  await open(host);
  await userEvent.type(field(), " and bread");
  await press("Send");
  await userEvent.type(field(), ", please");
  await press("Answer");
  expect(field().value).toBe("Tea and bread, please");
  expect(state()).toBe("typed over 7");
  await press("Send");
  await press("Answer");
  expect(host.drafts.keys()).toEqual([]);
});

test("what cannot be read is none", async () => {
  for (const kept of ["{", "null", "[]", '{"over":1}', '{"over":"1","fields":{"text":"x"}}']) {
    const host = memoryHost();
    host.drafts.set(`form/${testMe.id}/notes.a`, kept);
    await open(host);
    expect(field().value).toBe("Tea");
  }
});
