import { quotesOf } from "@ensemble/blocks/citations/cited-quotes";
import { Markdown } from "@ensemble/blocks/markdown/Markdown";
import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { CitationPart } from "@ensemble/contract/wire";
import { isolated } from "@ensemble/i18n/isolated";
import { useText } from "@ensemble/i18n/text";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { PrintedHead } from "./PrintedHead";
import { turnsOf } from "./shown-branch";

/** Query for the chat to print; null if it is empty. */
const printedChatQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", "printed-chat", id],
    queryFn: ({ signal }) =>
      api.get("/api/chat/conversations/{id}", { path: { id }, signal }).catch((error: unknown) => {
        if (error instanceof ProblemError && error.problem.code === "chat.conversation_not_found")
          return null;
        throw error;
      }),
    // Later messages are printed, too.
    staleTime: 0,
  });

/** Prints a chat about documents: questions and answers, each with its pages. */
export function PrintedChat({
  chatId,
  subject,
  names,
}: {
  chatId: string;
  /** Title of the document or collection. */
  subject: string;
  /** Names of the documents in the collection. */
  names: readonly string[];
}) {
  const text = useText("library");
  const chat = useQuery(printedChatQuery(chatId));
  if (chat.isPending) return <SkeletonLines count={8} label={text("loading")} />;
  if (chat.isError) return <PanelProblem error={chat.error} onRetry={() => void chat.refetch()} />;
  const turns = chat.data ? turnsOf(chat.data) : [];
  const title = chat.data?.conversation.title || text("print_chat");
  return (
    <article className="flex flex-col gap-8">
      <title>{`${title} · ${subject}`}</title>
      <PrintedHead kind={text("print_chat")} title={title} about={subject}>
        {names.length > 0 ? (
          <ul className="list-disc ps-5 text-muted text-sm">
            {names.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        ) : null}
      </PrintedHead>
      {turns.length === 0 ? <p className="text-muted">{text("print_nothing_asked")}</p> : null}
      {turns.map(({ id, question, answer, sources }) => (
        <section key={id} className="flex flex-col gap-3">
          <h2
            dir="auto"
            className="whitespace-pre-wrap border-accent border-s-2 ps-3 font-semibold text-base [overflow-wrap:anywhere]"
          >
            {question}
          </h2>
          {answer === "" ? (
            <p className="text-muted text-sm">{text("print_no_answer")}</p>
          ) : (
            <Markdown text={answer} whole />
          )}
          {sources.length > 0 ? <Sources sources={sources} /> : null}
        </section>
      ))}
    </article>
  );
}

/** Lists the sources of an answer by number. */
function Sources({ sources }: { sources: readonly CitationPart[] }) {
  const text = useText("library");
  const search = useText("search");
  return (
    <ol aria-label={text("print_sources")} className="list-decimal ps-6 text-muted text-sm">
      {sources.map((citation) => {
        // Isolates a name in another script from the words around it.
        const name = isolated(citation.title);
        return (
          <li key={citation.id} value={citation.web?.number} className="[overflow-wrap:anywhere]">
            <span className="text-ink">
              {citation.given ? `[#${citation.given.number}] ` : null}
              {citation.page ? text("memo_title", { name, number: citation.page }) : name}
            </span>
            {citation.url ? <span dir="ltr">{` ${citation.url}`}</span> : null}
            {quotesOf(citation).map((quote) => (
              <span key={quote} className="plain-start block">
                {quote}
              </span>
            ))}
            {(citation.cites ?? [])
              .filter(({ state }) => state === "not_found")
              .map(({ statement }) => (
                <span key={statement} className="plain-start block">
                  <strong className="text-ink">{search("not_found")}:</strong> {statement}
                </span>
              ))}
          </li>
        );
      })}
    </ol>
  );
}
