import assert from "node:assert/strict";
import { textsOf } from "../../e2e/harness/texts.ts";
import { eventually, type WebDriver } from "./web-driver.ts";

const chat = textsOf("chat");

export const PERSON = {
  name: "Ana",
  email: "ana@example.com",
  password: "correct horse battery staple",
};

/** Returns the actions of a person in the windows of the running app. */
export function hands(app: () => WebDriver) {
  const attached = (css: string) => eventually(css, () => app().find(css));
  return {
    /**
     * Switches to the window with a matching address once it has loaded: commands to a loading page are lost.
     */
    windowAt: (wanted: (address: string) => boolean) =>
      eventually("a window", async () => {
        for (const handle of await app().handles()) {
          await app().switchTo(handle);
          if (wanted(await app().address()) && (await app().text()).trim() !== "") return handle;
        }
        return null;
      }),
    press: async (text: string) =>
      app().click(await eventually(`the button ${text}`, () => app().findByText("button", text))),
    /** Clicks a button without visible text. */
    pressIcon: async (label: string) => app().click(await attached(`button[aria-label="${label}"]`)),
    /**
     * Clicks a button that closes its own window: the driver would wait forever for a page that is gone
     * before it responds.
     */
    pressAway: async (label: string) => {
      const button = `button[aria-label="${label}"]`;
      await attached(button);
      await app().run("setTimeout(() => document.querySelector(arguments[0]).click(), 50)", button);
    },
    fill: async (css: string, text: string) => app().type(await attached(css), text),
    /** Types into the composer and sends. */
    ask: async (question: string) => {
      await app().type(await attached("textarea"), question);
      await app().type(await app().find("textarea"), "\uE007");
    },
    /** Sends with the button: in weston without a keyboard, Enter sends nothing. */
    askByPress: async (question: string) => {
      await app().type(await attached("textarea"), question);
      await app().click(await attached(`button[type=submit][aria-label="${chat("send")}"]`));
    },
    sees: (text: string, withinMs?: number) =>
      eventually(`"${text}" on the page`, async () => (await app().text()).includes(text), withinMs),
    /** Waits until an answer contains these words. */
    answered: (words: string) =>
      eventually(`an answer with ${words}`, () =>
        app().run<boolean>(
          "return [...document.querySelectorAll('[data-role=assistant]')].some((one) => one.innerText.includes(arguments[0]))",
          words,
        ),
      ),
  };
}

/** Signs up the first person of a server in a browser. */
export async function signUp(origin: string) {
  const send = async (method: string, path: string, body?: unknown, cookie = "") => {
    const answer = await fetch(origin + path, {
      method,
      headers: { "content-type": "application/json", origin, ...(cookie ? { cookie } : {}) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    return answer;
  };
  const made = await send("POST", "/api/accounts/sign-up", { ...PERSON, locale: "en" });
  const cookie = made.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return {
    /** Approves the app's authorization request in the browser. */
    async allow(wish: URLSearchParams) {
      const allowed = await send("POST", "/api/accounts/device-grants", Object.fromEntries(wish), cookie);
      const { redirect_to } = (await allowed.json()) as { redirect_to: string };
      const landed = await fetch(redirect_to, { redirect: "manual" });
      assert.equal(landed.status, 303);
      assert.equal(landed.headers.get("location"), `${origin}/auth-landing?state=done&client_type=desktop`);
    },
    /** Connects a provider and sets one of its models as the default. */
    async connect(baseUrl: string, model: string) {
      const connection = {
        name: "Fake",
        protocol: "openai_compatible",
        base_url: baseUrl,
        api_key: "sk-fake",
      };
      await send("POST", "/api/models/connections", connection, cookie);
      const listed = await send("GET", "/api/models", undefined, cookie);
      const { models } = (await listed.json()) as { models: { id: string; name: string }[] };
      const chosen = models.find(({ name }) => name === model);
      await send("PATCH", "/api/accounts/settings", { default_model: chosen?.id }, cookie);
    },
  };
}
