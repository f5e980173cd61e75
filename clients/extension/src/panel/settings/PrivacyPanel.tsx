import { dayAndTime, fileSize, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SentBefore, SentEntry } from "../../messages";
import { askBackground } from "../ask-background";
import { sitesQuery } from "../page/receipts";

/** Lists the trusted sites and the request log of this browser. */
export function PrivacyPanel() {
  return (
    <>
      <Sites />
      <Sent />
    </>
  );
}

function Sites() {
  const text = useText("extension");
  const client = useQueryClient();
  const { data: sites = [] } = useQuery(sitesQuery);
  const forget = async (site: string) => {
    await askBackground("panel→background: forget site", { host: site });
    await client.invalidateQueries({ queryKey: sitesQuery.queryKey });
  };
  return (
    <Section title={text("sites")} description={text(sites.length > 0 ? "sites_hint" : "sites_none")}>
      {sites.length > 0 ? (
        <Rows>
          {sites.map((site) => (
            <Row key={site} title={<bdi dir="ltr">{site}</bdi>}>
              <Button size="sm" aria-label={text("site_forget", { site })} onClick={() => void forget(site)}>
                {text("forget")}
              </Button>
            </Row>
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

const LOG_KEY = ["extension", "log"];

function Sent() {
  const text = useText("extension");
  const queryClient = useQueryClient();
  const log = useQuery({
    queryKey: LOG_KEY,
    queryFn: () => askBackground("panel→background: log"),
    staleTime: 0,
  });
  const forget = useMutation({
    mutationFn: () => askBackground("panel→background: forget log"),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LOG_KEY }),
  });
  if (!log.data) return <SkeletonLines count={4} label={text("sent_title")} />;
  const { entries, before } = log.data;
  return (
    <Section
      description={text(entries.length > 0 ? "sent_hint" : "sent_none")}
      action={
        entries.length > 0 ? (
          <Button size="sm" busy={forget.isPending} onClick={() => forget.mutate()}>
            {text("sent_forget")}
          </Button>
        ) : null
      }
    >
      {entries.length > 0 ? (
        <Rows>
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no names, and are never moved
            <Entry key={`${entry.at}/${index}`} entry={entry} />
          ))}
          {before.map((sum) => (
            <Before key={sum.host ?? ""} sum={sum} />
          ))}
        </Rows>
      ) : null}
    </Section>
  );
}

function Entry({ entry: { at, path, bytes, page } }: { entry: SentEntry }) {
  const text = useText("extension");
  const { locale } = useLocale();
  const when = dayAndTime(new Date(at).toISOString(), locale);
  const size = fileSize(bytes, locale);
  return (
    <Row
      title={
        page ? (
          <bdi className="break-words">{page.title}</bdi>
        ) : (
          <bdi dir="ltr" className="break-all text-xs">
            {path}
          </bdi>
        )
      }
      description={
        page
          ? [
              when,
              page.host,
              text("receipt_words", { count: page.words, words: fullNumber(page.words, locale) }),
              size,
            ].join(" · ")
          : `${when} · ${size}`
      }
    />
  );
}

/** Shows a site's total of older requests. */
function Before({ sum: { host, requests, bytes } }: { sum: SentBefore }) {
  const text = useText("extension");
  const { locale } = useLocale();
  const count = text("sent_before", { count: requests, number: fullNumber(requests, locale) });
  return (
    <Row
      title={host === null ? text("sent_no_site") : <bdi dir="ltr">{host}</bdi>}
      description={`${count} · ${fileSize(bytes, locale)}`}
    />
  );
}
