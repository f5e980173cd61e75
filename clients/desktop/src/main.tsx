import "./desktop.css";
import { chooseLocale, directionOf } from "@ensemble/i18n/locales";
import { startTexts } from "@ensemble/i18n/text";
import { createRoot } from "react-dom/client";
import { native } from "./native";
import { StartPage } from "./StartPage";

const locale = chooseLocale({ path: null, setting: null, browser: navigator.languages });
const dark = matchMedia("(prefers-color-scheme: dark)");
const dress = () => {
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
};
dress();
dark.addEventListener("change", dress);
document.documentElement.lang = locale;
document.documentElement.dir = directionOf(locale);
void start();

async function start(): Promise<void> {
  const [state] = await Promise.all([native.readState(), startTexts(locale, ["desktop"])]);
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StartPage native={native} initial={state} />,
  );
}
