import { botsQuery } from "@ensemble/blocks/shared-queries";
import { useLocale, useText } from "@ensemble/i18n/text";
import { useQuery } from "@tanstack/react-query";
import {
  CalendarArrowDown,
  CalendarArrowUp,
  Folder,
  type LucideIcon,
  Pin,
  Star,
  UserRound,
  X,
} from "lucide-react";
import { groupsQuery } from "../list/list-queries";
import {
  type FilterName,
  openFilter,
  type TypedFilter,
  typedFilters,
  withFilter,
  withoutFilter,
} from "./search-filters";

const CHIP =
  "relative flex h-7 max-w-full flex-none items-center gap-1 rounded-full px-2.5 text-xs transition-colors before:absolute before:inset-0 before:content-[''] touch:h-9 touch:before:-inset-1 [&_svg]:size-3.5";

const SUGGESTED = 6;

/** Shows active and available filters, and suggestions for the one being typed. */
export function SearchFilters({
  typed,
  onType,
}: {
  typed: string;
  /** Changes the text. `half`: a value is still to be typed. */
  onType: (typed: string, half?: boolean) => void;
}) {
  const text = useText("chat");
  const filters = typedFilters(typed).filter(({ value }) => value !== "");
  const open = openFilter(typed);
  const isSet = (name: FilterName, value?: string) =>
    filters.some((filter) => filter.name === name && (value === undefined || filter.value === value));
  const begin = (name: FilterName) => onType(`${typed.trim()} ${name}:`.trim(), true);

  return (
    <fieldset aria-label={text("filters")} className="flex flex-none flex-wrap gap-1 px-3 pb-2 touch:gap-2">
      {filters
        .filter(({ text: written }) => !open || !typed.endsWith(written))
        .map((filter) => (
          <SetChip key={filter.text} filter={filter} onRemove={() => onType(withoutFilter(typed, filter))} />
        ))}
      {open ? (
        <Names
          name={open.name}
          value={open.value}
          onChoose={(name) => onType(withFilter(typed, open.name, name))}
        />
      ) : (
        <>
          {isSet("is", "pinned") ? null : (
            <OfferChip icon={Pin} onClick={() => onType(withFilter(typed, "is", "pinned"))}>
              {text("pinned")}
            </OfferChip>
          )}
          {isSet("is", "favorite") ? null : (
            <OfferChip icon={Star} onClick={() => onType(withFilter(typed, "is", "favorite"))}>
              {text("favorites")}
            </OfferChip>
          )}
          {isSet("group") ? null : (
            <OfferChip icon={Folder} onClick={() => begin("group")}>
              {text("filter_group")}
            </OfferChip>
          )}
          {isSet("bot") ? null : (
            <OfferChip icon={UserRound} onClick={() => begin("bot")}>
              {text("filter_bot")}
            </OfferChip>
          )}
          {isSet("after") ? null : (
            <DateChip
              icon={CalendarArrowUp}
              label={text("filter_after")}
              onChoose={(day) => onType(withFilter(typed, "after", day))}
            />
          )}
          {isSet("before") ? null : (
            <DateChip
              icon={CalendarArrowDown}
              label={text("filter_before")}
              onChoose={(day) => onType(withFilter(typed, "before", day))}
            />
          )}
        </>
      )}
    </fieldset>
  );
}

/** Suggests groups or bots that match the typed name. */
function Names({
  name,
  value,
  onChoose,
}: {
  name: "group" | "bot";
  value: string;
  onChoose: (name: string) => void;
}) {
  const text = useText("chat");
  const groups = useQuery({ ...groupsQuery, enabled: name === "group" });
  const bots = useQuery({ ...botsQuery, enabled: name === "bot" });
  const names = ((name === "group" ? groups.data : bots.data)?.items ?? []).map((item) => item.name);
  const wanted = value.toLocaleLowerCase();
  const fitting = [...new Set(names)].filter((one) => one.toLocaleLowerCase().includes(wanted));
  if (fitting.length === 0) {
    return <p className="text-faint text-xs">{text(name === "group" ? "no_such_group" : "no_such_bot")}</p>;
  }
  return fitting.slice(0, SUGGESTED).map((one) => (
    <OfferChip key={one} icon={name === "group" ? Folder : UserRound} onClick={() => onChoose(one)}>
      <bdi>{one}</bdi>
    </OfferChip>
  ));
}

function SetChip({ filter, onRemove }: { filter: TypedFilter; onRemove: () => void }) {
  const text = useText("chat");
  const label = useFilterText(filter);
  return (
    <button
      type="button"
      onClick={onRemove}
      aria-label={text("remove_filter", { filter: label })}
      className={`${CHIP} bg-accent-soft font-medium text-accent-ink`}
    >
      <bdi className="truncate">{label}</bdi>
      <X aria-hidden="true" />
    </button>
  );
}

function useFilterText({ name, value }: TypedFilter): string {
  const text = useText("chat");
  const { locale } = useLocale();
  if (name === "is") return text(value === "pinned" ? "pinned" : "favorites");
  if (name !== "before" && name !== "after") return value;
  const date = new Date(`${value}T00:00`);
  const day = Number.isNaN(date.getTime())
    ? value
    : new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(date);
  return text(name === "before" ? "filter_before_day" : "filter_after_day", { day });
}

function OfferChip({
  icon: Icon,
  onClick,
  children,
}: {
  icon: LucideIcon;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`${CHIP} text-muted shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover hover:text-ink`}
    >
      <Icon aria-hidden="true" />
      <span className="truncate">{children}</span>
    </button>
  );
}

/** Filter by a day from the browser's date picker. */
function DateChip({
  icon: Icon,
  label,
  onChoose,
}: {
  icon: LucideIcon;
  label: string;
  onChoose: (day: string) => void;
}) {
  return (
    <label
      className={`${CHIP} cursor-default text-muted shadow-[inset_0_0_0_1px_var(--line)] focus-within:text-ink focus-within:outline-2 focus-within:outline-accent-ink hover:bg-hover hover:text-ink`}
    >
      <Icon aria-hidden="true" />
      <span className="truncate">{label}</span>
      <input
        type="date"
        aria-label={label}
        onClick={(event) => event.currentTarget.showPicker?.()}
        onChange={(event) => event.target.value && onChoose(event.target.value)}
        className="absolute inset-0 cursor-default opacity-0"
      />
    </label>
  );
}
