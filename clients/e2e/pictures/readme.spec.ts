import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { call } from "../harness/api.ts";
import { chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { chooseDefaultModel } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { models, test } from "../harness/test.ts";
import { Camera, FOLDER, settled } from "./camera.ts";

const LOOK = { theme: "light", locale: "en" } as const;
const NAME = "readme";

/** Conversations of an ordinary week, newest last. */
const WEEK: readonly (readonly [title: string, question: string, answer: string])[] = [
  ["Bread for two, not for ten", "Scale the recipe to 600 g of flour", "All of it times 0.6."],
  ["شاي أخضر أم أسود؟", "أيهما فيه كافيين أقل؟", "الشاي الأخضر، في الغالب."],
  ["Letter to the landlord", "Make it friendly, and firm", "Dear Ms Ferreira, thank you for your answer."],
  ["Why is the sky red at dusk?", "In two sentences", "The light comes a longer way through the air."],
  ["Three days in Porto", "Plan them, mostly on foot", "Day one begins at São Bento."],
  [
    "Saving 200 a month",
    "I put aside 200 € a month at 3 % a year. What do I have after 5, 10 and 20 years, and how is that reckoned?",
    `With a monthly rate $i = \\tfrac{3\\,\\%}{12}$ and $n$ payments $P$, you have

$$
S_n = P \\cdot \\frac{(1 + i)^n - 1}{i}
$$

| After | Paid in | You have | Of it interest |
|:--|--:|--:|--:|
| 5 years | 12,000 € | 12,929 € | 929 € |
| 10 years | 24,000 € | 27,948 € | 3,948 € |
| 20 years | 48,000 € | 65,660 € | **17,660 €** |

To try other figures:

\`\`\`python
def savings(monthly: float, yearly: float, years: int) -> float:
    i = yearly / 12
    return monthly * ((1 + i) ** (12 * years) - 1) / i
\`\`\``,
  ],
];

/** Takes the screenshot in README.md, so that `make pictures` keeps it current. */
test("the picture of the README", async ({ connected, server, browser }) => {
  test.slow();
  const camera = new Camera(browser, "wide");
  if (!camera.wants(NAME, LOOK)) return;
  await call(connected, "PATCH", "/api/accounts/settings", LOOK);
  await chooseDefaultModel(connected, models.markdown);
  for (const [title, question, answer] of WEEK)
    await importArchive(connected, chatArchive(title, [answer], {}, [question]));
  const { items } = await call<{ items: { id: string; title: string }[] }>(
    connected,
    "GET",
    "/api/chat/conversations",
  );
  const idOf = (title: string) => items.find((one) => one.title === title)?.id ?? "";
  const change = (title: string, what: object) =>
    call(connected, "PATCH", `/api/chat/conversations/${idOf(title)}`, what);
  const travel = await call<{ id: string }>(connected, "POST", "/api/chat/groups", { name: "Travel" });
  await change("Three days in Porto", { group_id: travel.id });
  await change("Bread for two, not for ten", { pinned: true });

  const context = await camera.browserOf(connected, LOOK);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${server.url}/home/chat/chat/${idOf("Saving 200 a month")}`);
  await expect(new Chat(page).answer).toContainText("To try other figures");
  await settled(page);
  await camera.shoot(page, NAME, LOOK);
  await context.close();
  copyFileSync(join(FOLDER, `${NAME}-wide-light-en.png`), join(repository, "docs/picture.png"));
  camera.expectNoFaults();
});
