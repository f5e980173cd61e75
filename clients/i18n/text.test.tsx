// @vitest-isolate: its module keeps which texts are loaded.
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changeLocale, findText, loadTexts, startTexts, useLocale, useText } from "./text";

beforeEach(() => startTexts("en", ["common", "sharing"]));
afterEach(async () => {
  cleanup();
  await changeLocale("en");
});

function Views({ count }: { count: number }) {
  const text = useText("sharing");
  return <p>{text("views", { count })}</p>;
}

const CreateKey = () => <button type="button">{useText("gateway")("create_key")}</button>;

const Shown = () => useLocale().locale;

describe("useText", () => {
  test("chooses the plural form of the language, and puts the values in", async () => {
    render(
      <>
        <Views count={1} />
        <Views count={12} />
      </>,
    );
    expect(screen.getByText("1 view")).toBeTruthy();
    expect(screen.getByText("12 views")).toBeTruthy();
    await act(() => changeLocale("ar"));
    // Arabic has separate forms for two, few and many.
    expect(screen.getByText(sharing("ar", "views", 1))).toBeTruthy();
    expect(screen.getByText(sharing("ar", "views", 12))).toBeTruthy();
  });

  test("waits for texts that are not there yet", async () => {
    render(
      <Suspense fallback="coming">
        <CreateKey />
      </Suspense>,
    );
    expect(screen.getByText("coming")).toBeTruthy();
    expect((await screen.findByRole("button")).textContent).not.toBe("create_key");
  });

  test("shows the locale that was asked for last, whichever comes last", async () => {
    render(<Shown />);
    await act(() => Promise.all([changeLocale("ar"), changeLocale("zh-CN"), changeLocale("en")]));
    expect(screen.getByText("en")).toBeTruthy();
    await act(() => Promise.all([changeLocale("zh-CN"), changeLocale("ar")]));
    expect(screen.getByText("ar")).toBeTruthy();
  });
});

describe("findText", () => {
  test("says what is loaded, and nothing in the place of what is not", async () => {
    expect(findText("common", "close")).toBe("Close");
    expect(findText("common", "constructor")).toBeNull();
    expect(findText("tools", "manage")).toBeNull();
    await loadTexts(["tools"]);
    expect(findText("tools", "manage")).not.toBeNull();
  });

  test("leaves a value as it is, whatever it looks like", () => {
    expect(findText("sharing", "views", { count: "$& {{count}}" as unknown as number })).toBeNull();
    expect(findText("sharing", "views_other", { count: "$&{{name}}" })).toBe("$&{{name}} views");
  });
});

const files = import.meta.glob<Record<string, string>>("./locales/*/sharing.json", {
  eager: true,
  import: "default",
});

const sharing = (locale: string, key: string, count: number) =>
  files[`./locales/${locale}/sharing.json`]?.[
    `${key}_${new Intl.PluralRules(locale).select(count)}`
  ]?.replace("{{count}}", String(count)) ?? "";
