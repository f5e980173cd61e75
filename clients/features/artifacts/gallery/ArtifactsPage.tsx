import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { IconButton } from "@ensemble/ui/IconButton";
import { Shapes, Star } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { ArtifactList, useArtifacts } from "./ArtifactList";
import { Examples } from "./Examples";
import { PageHead } from "./PageHead";
import { StarredDrawer } from "./StarredDrawer";

/** Page of a person's artifacts, with search and the drawer of starred ones (spec §2). */
export function ArtifactsPage() {
  const text = useText("artifacts");
  const [words, setWords] = useState("");
  const [drawer, setDrawer] = useState(false);
  const q = useDeferredValue(words.trim());
  const artifacts = useArtifacts({ q, starred: false });
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="artifacts">
      <title>{`${text("title")} · Ensemble`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-5 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <PageHead page="own">
          <IconButton
            label={text("starred")}
            aria-haspopup="dialog"
            icon={<Star />}
            onClick={() => setDrawer(true)}
          />
        </PageHead>
        {artifacts.items.length > 0 || words !== "" ? (
          <div className="flex">
            <SearchField
              label={text("search")}
              clearLabel={text("clear")}
              value={words}
              onChange={setWords}
            />
          </div>
        ) : null}
        <ArtifactList artifacts={artifacts} isGrid empty={<Nothing isSearch={words !== ""} />} />
      </div>
      <StarredDrawer open={drawer} onOpenChange={setDrawer} />
    </div>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  const text = useText("artifacts");
  if (isSearch) return <EmptyState icon={<Shapes />} title={text("nothing_found")} />;
  return (
    <EmptyState icon={<Shapes />} title={text("empty")} description={text("empty_hint")}>
      <Examples />
    </EmptyState>
  );
}
