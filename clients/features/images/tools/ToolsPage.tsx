import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { imageToolsQuery } from "../image-queries";
import { IMAGE_PLACES } from "../places";
import { TOOL_GROUPS, TOOL_TABLE, type ToolEntry } from "./tool-table";

/** What the extension says in place of a file that it could not take from a page. */
const NOT_TAKEN = "none";

/** Overview of the image tools. `fileId`: a picture that the chosen tool begins with; `parentId`: the image that it is of. */
export function ToolsPage({ fileId: given, parentId }: { fileId?: string; parentId?: string }) {
  const fileId = given === NOT_TAKEN ? undefined : given;
  const text = useText("images");
  const [words, setWords] = useState("");
  const { data: known } = useQuery(imageToolsQuery);
  const wanted = words.trim().toLocaleLowerCase();
  // Until the server has said what it has, all are shown.
  const offered = TOOL_TABLE.filter(
    ({ tool, picture, asks }) =>
      (fileId === undefined || asks !== undefined || (tool !== null && picture !== "none")) &&
      (tool === null || !known || known.some(({ kind }) => kind === tool)),
  );
  const found = offered.filter(
    ({ key, slug }) =>
      wanted === "" ||
      [text(`tool.${key}`), text(`tool_hint.${key}`), slug].some((said) =>
        said.toLocaleLowerCase().includes(wanted),
      ),
  );
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="image-tools">
      <title>{`${text("tools")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-col gap-1">
          <h1 className="font-semibold text-xl">{text("tools")}</h1>
          <p className="text-pretty text-muted text-sm">{text("tools_about")}</p>
        </header>
        {given === NOT_TAKEN ? <Notice tone="warning">{text("picture_not_taken")}</Notice> : null}
        {fileId ? (
          <figure className="flex items-center gap-3">
            <img
              src={fileContentUrl(fileId)}
              alt={text("picture")}
              className="size-16 flex-none rounded-md bg-sunken object-cover"
            />
            <figcaption className="text-sm">{text("choose_tool")}</figcaption>
          </figure>
        ) : null}
        <div className="flex">
          <SearchField
            label={text("search_tools")}
            clearLabel={text("clear")}
            value={words}
            onChange={setWords}
          />
        </div>
        {found.length === 0 ? <EmptyState icon={<SearchX />} title={text("nothing_matches")} /> : null}
        {TOOL_GROUPS.map((group) => {
          const entries = found.filter((entry) => entry.group === group);
          return entries.length === 0 ? null : (
            <section key={group} aria-labelledby={`tools-${group}`} className="flex flex-col gap-3">
              <h2 id={`tools-${group}`} className="font-semibold">
                {text(`group.${group}`)}
              </h2>
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3">
                {entries.map((entry) => (
                  <ToolCard key={entry.slug} entry={entry} begin={{ file: fileId, parent: parentId }} />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </div>
  );
}

function ToolCard({
  entry: { slug, key, icon: Icon },
  begin,
}: {
  entry: ToolEntry;
  begin: Parameters<typeof IMAGE_PLACES.tool>[1];
}) {
  const text = useText("images");
  return (
    <li>
      <AppLink
        to={IMAGE_PLACES.tool(slug, begin)}
        className="flex h-full items-start gap-3 rounded-md bg-raised p-3.5 shadow-[inset_0_0_0_1px_var(--line)] transition-shadow hover:shadow-[inset_0_0_0_1px_var(--edge)]"
      >
        <Icon className="mt-0.5 size-5 flex-none text-accent-ink" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-medium text-sm">{text(`tool.${key}`)}</span>
          <span className="block text-pretty text-muted text-sm">{text(`tool_hint.${key}`)}</span>
        </span>
      </AppLink>
    </li>
  );
}
