import { beforeEach, expect, test, vi } from "vitest";

let asked = 0;
/** The server's list; it may be delayed. */
let answer: () => Promise<object[]> = async () => [];
vi.mock("../ask-json", () => ({
  askJson: async () => {
    asked += 1;
    return { items: await answer() };
  },
}));
vi.mock("../connection", () => ({ readConnection: async () => ({ token: "secret" }) }));
const { forgetActions, quickActions } = await import("./actions");

const action = (name: string, more: object = {}) => ({ name, scene: "any", pinned: false, ...more });
const names = async () => (await quickActions()).map(({ name }) => name);

beforeEach(() => {
  forgetActions();
  asked = 0;
});

test("quick actions are asked for once in a while, the pinned first, without those of the composer", async () => {
  answer = async () => [
    action("Explain"),
    action("Draft", { scene: "composer" }),
    action("Shorten", { pinned: true }),
  ];
  expect(await names()).toEqual(["Shorten", "Explain"]);
  expect(await names()).toEqual(["Shorten", "Explain"]);
  expect(asked).toBe(1);
});

test("are asked for again as soon as they changed, also while an older answer is on its way", async () => {
  answer = async () => [action("Explain")];
  await names();
  forgetActions();
  let tell: (items: object[]) => void = () => undefined;
  answer = () =>
    new Promise((resolve) => {
      tell = resolve;
    });
  const old = names();
  await vi.waitFor(() => expect(asked).toBe(2));
  forgetActions();
  tell([action("Old")]);
  expect(await old).toEqual(["Old"]);
  answer = async () => [action("New")];
  expect(await names()).toEqual(["New"]);
});
