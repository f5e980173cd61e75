import { useText } from "@ensemble/i18n/text";
import { Disclosure } from "@ensemble/ui/Disclosure";
import { Select } from "@ensemble/ui/fields/Select";
import { TextField } from "@ensemble/ui/fields/TextField";
import type { MissedRuns } from "./operations";
import type { ScheduleFields } from "./schedule-fields";
import { Row } from "./TimesFields";

const MISSED: readonly MissedRuns[] = ["run_once", "skip"];

/** Fields for notices, missed runs and limits. */
export function OptionFields({
  fields,
  put,
}: {
  fields: ScheduleFields;
  put: (change: Partial<ScheduleFields>) => void;
}) {
  const text = useText("schedules");
  return (
    <Disclosure title={text("options")}>
      <div className="flex flex-col gap-3">
        <Row
          label={text("only_changes")}
          checked={fields.onlyChanges}
          onChange={(onlyChanges) => put({ onlyChanges })}
        />
        <Row label={text("by_mail")} checked={fields.byMail} onChange={(byMail) => put({ byMail })} />
        <Row label={text("by_push")} checked={fields.byPush} onChange={(byPush) => put({ byPush })} />
        <Select
          label={text("missed_runs")}
          value={fields.missed}
          options={MISSED.map((value) => ({ value, label: text(`missed_runs.${value}`) }))}
          onChange={(missed) => put({ missed })}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={text("run_cap")}
            inputMode="numeric"
            autoComplete="off"
            placeholder={text("no_limit")}
            value={fields.runCap}
            onChange={(runCap) => put({ runCap })}
          />
          <TextField
            label={text("month_cap")}
            inputMode="numeric"
            autoComplete="off"
            placeholder={text("no_limit")}
            value={fields.monthCap}
            onChange={(monthCap) => put({ monthCap })}
          />
        </div>
        <p className="text-muted text-sm">{text("cap_hint")}</p>
      </div>
    </Disclosure>
  );
}
