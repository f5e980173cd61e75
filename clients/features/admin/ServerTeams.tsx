import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { ServerTeam } from "@ensemble/contract/wire";
import { fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { MoreButton } from "@ensemble/ui/MoreButton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Gauge, UsersRound } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { teamsQuery } from "./admin-queries";
import { TeamLimitsDialog } from "./TeamLimitsDialog";

/** Lists the teams of this server, if there are any, with the limits of each. */
export function ServerTeams() {
  const text = useText("admin");
  const { locale } = useLocale();
  const [words, setWords] = useState("");
  const [limited, setLimited] = useState<ServerTeam | null>(null);
  const q = useDeferredValue(words.trim());
  const teams = useInfiniteQuery(teamsQuery(q));
  const items = teams.data?.pages.flatMap((page) => page.items) ?? [];
  if (teams.isError)
    return (
      <Section title={text("teams")}>
        <PanelProblem error={teams.error} onRetry={() => void teams.refetch()} />
      </Section>
    );
  if (items.length === 0 && words === "") return null;
  return (
    <Section title={text("teams")} description={text("teams_description")}>
      <SearchField
        label={text("search_teams")}
        clearLabel={text("clear")}
        value={words}
        onChange={setWords}
      />
      {teams.isSuccess && items.length === 0 ? (
        <EmptyState icon={<UsersRound />} title={text("no_team_found")} />
      ) : null}
      {items.length > 0 ? (
        <Rows>
          {items.map((team) => (
            <Row
              key={team.id}
              title={<bdi className="break-words font-medium">{team.name}</bdi>}
              description={text("team_members", {
                count: team.members,
                amount: fullNumber(team.members, locale),
              })}
            >
              <IconButton
                size="sm"
                label={text("limits_of", { name: team.name })}
                icon={<Gauge />}
                onClick={() => setLimited(team)}
              />
            </Row>
          ))}
        </Rows>
      ) : null}
      <MoreButton list={teams}>{text("show_more")}</MoreButton>
      {limited ? <TeamLimitsDialog team={limited} onClose={() => setLimited(null)} /> : null}
    </Section>
  );
}
