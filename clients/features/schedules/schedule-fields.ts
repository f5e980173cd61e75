import type { MissedRuns, Schedule, ScheduleInput, ScheduleKind, ScheduleWish } from "./operations";
import { type Picked, pickedOf, timesOf, tomorrow } from "./times";

/** Values of the form. */
export interface ScheduleFields {
  kind: ScheduleKind;
  prompt: string;
  model: string | null;
  botId: string | null;
  agent: string;
  url: string;
  researchId: string;
  powerupId: string;
  title: string;
  picked: Picked;
  missed: MissedRuns;
  onlyChanges: boolean;
  byMail: boolean;
  byPush: boolean;
  runCap: string;
  monthCap: string;
}

/** Returns the values of a new schedule. */
export const newFields = (zone: string, now: Date): ScheduleFields => ({
  kind: "prompt",
  prompt: "",
  model: null,
  botId: null,
  agent: "auto",
  url: "",
  researchId: "",
  powerupId: "",
  title: "",
  picked: tomorrow(zone, now),
  missed: "run_once",
  onlyChanges: false,
  byMail: false,
  byPush: true,
  runCap: "",
  monthCap: "",
});

/** Returns the values of a schedule. */
export const fieldsOf = (schedule: Schedule): ScheduleFields => ({
  kind: schedule.kind,
  prompt: schedule.input.text ?? "",
  model: schedule.input.model ?? null,
  botId: schedule.input.bot_id ?? null,
  agent: schedule.input.agent ?? "auto",
  url: schedule.input.url ?? "",
  researchId: schedule.input.research_id ?? "",
  powerupId: schedule.input.powerup_id ?? "",
  title: schedule.title,
  picked: pickedOf(schedule.times),
  missed: schedule.missed,
  onlyChanges: schedule.only_changes,
  byMail: schedule.by_mail,
  byPush: schedule.by_push,
  runCap: schedule.run_cap?.toString() ?? "",
  monthCap: schedule.month_cap?.toString() ?? "",
});

/** Returns what is sent. */
export function wishOf(fields: ScheduleFields): ScheduleWish {
  return {
    title: fields.title.trim() || titleOf(fields),
    kind: fields.kind,
    input: inputOf(fields),
    times: timesOf(fields.picked),
    missed: fields.missed,
    only_changes: fields.onlyChanges,
    by_mail: fields.byMail,
    by_push: fields.byPush,
    run_cap: capOf(fields.runCap),
    month_cap: capOf(fields.monthCap),
  };
}

function inputOf(fields: ScheduleFields): ScheduleInput {
  const { kind, prompt, model, botId, agent, researchId, powerupId } = fields;
  const url = fields.url.trim();
  switch (kind) {
    case "prompt":
      return { text: prompt, model, bot_id: botId };
    case "agent":
      return { text: prompt, model, agent };
    case "reading":
      return { url };
    case "research":
      return { research_id: researchId };
    case "powerup":
      return { powerup_id: powerupId, ...(url === "" ? {} : { url }) };
  }
}

/** Length of a name that is taken from the prompt. */
const TITLE_CHARS = 60;

/** Returns the name of a schedule that its person did not name. */
export function titleOf({ kind, prompt, url }: ScheduleFields): string {
  const isPage = kind === "reading" || kind === "powerup";
  const said = isPage ? (URL.parse(url.trim())?.host ?? url) : (prompt.split("\n", 1)[0] ?? "");
  const line = [...said.trim()];
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS).join("").trimEnd()}…` : line.join("");
}

/** Reads a limit; a text that is no number is sent as one that the server refuses. */
const capOf = (text: string): number | null => {
  if (text.trim() === "") return null;
  const cap = Number(text);
  return Number.isInteger(cap) ? cap : 0;
};
