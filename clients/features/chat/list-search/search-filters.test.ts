import { describe, expect, test } from "vitest";
import { openFilter, typedFilters, withBotIds, withFilter, withoutFilter } from "./search-filters";

describe("filters in the search field", () => {
  test("are read wherever they stand, quoted or not", () => {
    const typed = 'tea group:"My work" is:pinned before:2026-01-31';
    expect(typedFilters(typed).map(({ name, value }) => [name, value])).toEqual([
      ["group", "My work"],
      ["is", "pinned"],
      ["before", "2026-01-31"],
    ]);
    expect(typedFilters("10:30 subgroup:x http://is:pinned")).toEqual([]);
  });

  test("are added once, and taken out again", () => {
    const typed = withFilter("tea", "group", "My work");
    expect(typed).toBe('tea group:"My work"');
    expect(withFilter(typed, "group", "工作")).toBe("tea group:工作");
    expect(withFilter("is:pinned", "is", "favorite")).toBe("is:pinned is:favorite");
    const [filter] = typedFilters(typed);
    expect(filter && withoutFilter(typed, filter)).toBe("tea");
  });

  test("ask for suggestions while a name is being typed", () => {
    expect(openFilter("tea group:wo")).toEqual({ name: "group", value: "wo" });
    expect(openFilter('bot:"my b')).toEqual({ name: "bot", value: "my b" });
    expect(openFilter("group:work tea")).toBeNull();
    expect(openFilter("tea")).toBeNull();
  });

  test("name bots by their ids for the server", () => {
    const bots = [
      { id: "b1", name: "Muse of tea" },
      { id: "b2", name: "Muse" },
    ];
    expect(withBotIds("tea bot:muse", bots)).toBe("tea bot:b2");
    expect(withBotIds('bot:"muse of" tea', bots)).toBe("bot:b1 tea");
    expect(withBotIds("bot:nobody", bots)).toBe("bot:nobody");
  });
});
