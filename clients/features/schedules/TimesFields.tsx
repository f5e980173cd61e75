import { useDebounced } from "@ensemble/blocks/use-debounced";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useLocale, useText } from "@ensemble/i18n/text";
import { CheckChips } from "@ensemble/ui/fields/CheckChips";
import { Select } from "@ensemble/ui/fields/Select";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { DateList } from "./SchedulePage";
import { datesQuery } from "./schedule-queries";
import { DAYS, dayOf, type Picked, REPEATS, type Repeat, timesOf } from "./times";
import { dayName } from "./use-times-text";

interface TimesProps {
  picked: Picked;
  onChange: (picked: Picked) => void;
}

/** Fields for the times of a schedule, with the next dates. */
export function TimesFields({ picked, onChange }: TimesProps) {
  const text = useText("schedules");
  const { locale } = useLocale();
  const put = (change: Partial<Picked>) => onChange({ ...picked, ...change });
  const { repeat, date, days, lastDay } = picked;
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3">
        <RepeatFields picked={picked} onChange={onChange} />
        <TextField
          type="date"
          label={text("first_date")}
          value={date}
          onChange={(next) => put({ date: next, days: days.length === 1 ? [dayOf(next)] : days })}
        />
        <TextField type="time" label={text("time")} value={picked.time} onChange={(time) => put({ time })} />
      </div>
      {repeat === "weeks" ? (
        <CheckChips
          legend={text("on_days")}
          options={DAYS.map((day) => ({ value: day, label: dayName(day, locale, "short") }))}
          chosen={days}
          onToggle={(day) =>
            put({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] })
          }
        />
      ) : null}
      {repeat === "months" ? (
        <Row label={text("last_day")} checked={lastDay} onChange={(next) => put({ lastDay: next })} />
      ) : null}
      {repeat === "custom" ? (
        <TextField
          label={text("rule")}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder="FREQ=MONTHLY;BYDAY=-1FR"
          value={picked.rule}
          onChange={(rule) => put({ rule })}
        />
      ) : null}
      <ZoneField zone={picked.zone} onChange={(zone) => put({ zone })} />
      <NextDates picked={picked} />
    </div>
  );
}

/** Repeats without a number of units. */
const WITHOUT_INTERVAL: readonly Repeat[] = ["once", "weekdays", "custom"];

function RepeatFields({ picked, onChange }: TimesProps) {
  const text = useText("schedules");
  const { repeat, interval } = picked;
  const withInterval = !WITHOUT_INTERVAL.includes(repeat);
  return (
    <div className="col-span-2 grid grid-cols-2 gap-3">
      <Select
        label={text("repeat")}
        value={repeat}
        options={REPEATS.map((value) => ({ value, label: text(`repeats.${value}`) }))}
        onChange={(next) => onChange({ ...picked, repeat: next })}
      />
      {withInterval ? (
        <TextField
          type="number"
          inputMode="numeric"
          min={1}
          max={1000}
          label={text("every")}
          value={String(interval)}
          onChange={(next) => onChange({ ...picked, interval: Math.max(1, Math.trunc(Number(next)) || 1) })}
        />
      ) : null}
    </div>
  );
}

/** Field for a time zone, with all that the browser knows. */
function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const text = useText("schedules");
  const listId = useId();
  return (
    <>
      <TextField
        label={text("zone")}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        list={listId}
        value={zone}
        onChange={onChange}
      />
      <datalist id={listId}>
        {Intl.supportedValuesOf("timeZone").map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

/** The next dates, or the reason why there are none. */
function NextDates({ picked }: { picked: Picked }) {
  const text = useText("schedules");
  const problemText = useProblemText();
  const times = useDebounced(timesOf(picked), 300);
  const dates = useQuery({ ...datesQuery(times), placeholderData: (known) => known });
  return (
    <section aria-live="polite" className="flex min-h-16 flex-col gap-1.5">
      <h3 className="font-medium text-sm">{text("next_dates")}</h3>
      {dates.isError ? <p className="text-danger text-sm">{problemText(dates.error)}</p> : null}
      {dates.data && !dates.isError ? (
        <DateList dates={dates.data.next_dates} zone={dates.data.times.zone} />
      ) : null}
    </section>
  );
}

/** Switch with its label beside it. */
export function Row({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <div className="flex items-center justify-between gap-3 text-sm">
      <span aria-hidden="true">{label}</span>
      <Switch label={label} checked={checked} onChange={onChange} />
    </div>
  );
}
