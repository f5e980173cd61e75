import { useMe } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { dayAndTime, fileSize, fullNumber } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { SkeletonLines } from "@ensemble/ui/Skeleton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SentEntry } from "../messages";
import { askBackground } from "./ask-background";
import { forgetSite, readSites } from "./receipts";

/** Who is signed in and where, which sites are trusted, and what has left this browser. */
export function PanelSettings() {
  const text = useText("extension");
  return (
    <div className="flex-1 overflow-y-auto">
      <div className="mx-auto flex max-w-xl flex-col gap-8 px-4 py-6">
        <h1 className="font-semibold text-xl">{text("settings_title")}</h1>
        <Account />
        <Sites />
        <Sent />
      </div>
    </div>
  );
}

function Account() {
  const text = useText("extension");
  const { email } = useMe();
  const host = useHost();
  const signOut = useMutation({ mutationFn: () => askBackground("panel→background: sign out") });
  return (
    <Section title={text("settings_account")}>
      <Rows>
        <Row title={<bdi>{email}</bdi>} description={<bdi dir="ltr">{host.serverOrigin}</bdi>}>
          <Button size="sm" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            {text("sign_out")}
          </Button>
        </Row>
        <Row title={text("open_web")} description={text("open_web_hint")}>
          <Button size="sm" onClick={() => void host.openExternal(host.serverOrigin)}>
            {text("open")}
          </Button>
        </Row>
      </Rows>
    </Section>
  );
}

function Sites() {
  const text = useText("extension");
  const [sites, setSites] = useState(readSites);
  const forget = (site: string) => {
    forgetSite(site);
    setSites(readSites());
  };
  return (
    <Section title={text("sites")} description={text(sites.length > 0 ? "sites_hint" : "sites_none")}>
      {sites.length > 0 ? (
        <Rows>
          {sites.map((site) => (
            <Row key={site} title={<bdi dir="ltr">{site}</bdi>}>
              <Button size="sm" aria-label={text("site_forget", { site })} onClick={() => forget(site)}>
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
  const entries = log.data;
  return (
    <Section
      title={text("sent_title")}
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
