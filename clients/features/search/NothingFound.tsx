import { PLACES } from "@ensemble/blocks/places";
import { useMe } from "@ensemble/blocks/session-queries";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Search } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SearchX, Unplug } from "lucide-react";
import { beginSearchMutation } from "./search-queries";

/** Empty result. If no engine responded, offers a retry, because that says nothing about the question. */
export function NothingFound({ search }: { search: Search }) {
  const text = useText("search");
  const isSilent = search.engines.length > 0 && search.engines.every(({ fault }) => fault !== null);
  if (isSilent) return <NobodyAnswered search={search} />;
  return (
    <EmptyState icon={<SearchX />} title={text("nothing_found")} description={text("nothing_found_hint")} />
  );
}

function NobodyAnswered({ search }: { search: Search }) {
  const text = useText("search");
  const problemText = useProblemText();
  const { role } = useMe();
  const { navigate } = useNavigation();
  const begin = useMutation(beginSearchMutation(useQueryClient()));
  const { query, source, effort, skill, domains, model } = search;
  const again = () =>
    begin.mutate(
      { id: uuidV7(), query, source, effort, skill, domains, model },
      { onSuccess: ({ id }) => navigate(PLACES.search(id)) },
    );
  return (
    <EmptyState
      icon={<Unplug />}
      title={text("none_answered")}
      description={text("none_answered_hint")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button kind="primary" busy={begin.isPending} onClick={again}>
            {text("search_again")}
          </Button>
          {role === "operator" ? <SetUpEngines /> : null}
        </div>
      }
    >
      {begin.error ? <Notice tone="danger">{problemText(begin.error)}</Notice> : null}
    </EmptyState>
  );
}

/** Link for operators to the settings of engines that are silent or off. */
export function SetUpEngines() {
  const text = useText("search");
  return (
    <AppLink to="/settings/search" className={buttonStyle("secondary")}>
      {text("set_up_engines")}
    </AppLink>
  );
}
