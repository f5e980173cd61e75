import { PLACES } from "@ensemble/blocks/places";
import { useHost } from "@ensemble/host/HostContext";
import { useNavigation } from "@ensemble/host/navigation";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { BookmarkPlus, Languages, ListCollapse } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { PageText } from "../../page/page-text";
import { switchedOff } from "../../page-features/settings";
import { askBackground } from "../ask-background";
import { usePageSettings } from "../settings/page-settings";
import { usePage } from "./page-store";

/** Shows one-click actions for the attached page. */
export function PageActions() {
  const { page } = usePage();
  if (page.kind !== "ready" && page.kind !== "pdf") return null;
  return (
    <div className="flex flex-wrap gap-1 pt-1">
      <Summarise page={page.page} />
      {page.kind === "ready" ? <Keep page={page.page} /> : null}
      {page.kind === "ready" ? (
        <Suspense>
          <Translate tabId={page.tabId} host={page.page.host} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Button to translate the page; hidden where the feature is off. */
function Translate({ tabId, host }: { tabId: number; host: string }) {
  const text = useText("extension");
  const { settings } = usePageSettings();
  if (switchedOff(settings, host, "translation")) return null;
  return (
    <PageAction
      icon={<Languages />}
      label={text("page_translate")}
      // It could be read, so it can be called.
      onClick={() => void askBackground("panel→background: translate page", { tabId })}
    />
  );
}

/** Button to summarize the page, with numbers linked to its text. */
function Summarise({ page }: { page: PageText }) {
  const text = useText("extension");
  const problemText = useProblemText();
  const { navigate } = useNavigation();
  const [busy, setBusy] = useState(false);
  const summarise = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { summarisePage } = await import("./summarise-page");
      const reading = await summarisePage(page);
      if (reading) navigate(PLACES.reading(reading.id));
    } catch (error) {
      const title = problemText(error);
      if (title) showToast({ kind: "danger", title });
    }
    setBusy(false);
  };
  return (
    <PageAction icon={<ListCollapse />} label={text("page_summarise")} onClick={() => void summarise()} />
  );
}

/** Button to save the selection or page as a memo. */
function Keep({ page }: { page: PageText }) {
  const text = useText("extension");
  const problemText = useProblemText();
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { keepPage } = await import("./keep-page");
      const memo = await keepPage(page);
      const open = () => void host.openExternal(host.serverOrigin + PLACES.memo(memo?.id ?? ""));
      if (memo) showToast({ title: text("page_kept"), action: { label: text("open"), onPress: open } });
    } catch (error) {
      const title = problemText(error);
      if (title) showToast({ kind: "danger", title });
    }
    setBusy(false);
  };
  return <PageAction icon={<BookmarkPlus />} label={text("page_keep")} onClick={() => void keep()} />;
}

function PageAction({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex h-7 items-center gap-1.5 rounded-full px-2.5 text-muted text-sm shadow-[inset_0_0_0_1px_var(--line)] hover:bg-hover hover:text-ink touch:h-11 [&_svg]:size-3.5"
    >
      {icon}
      {label}
    </button>
  );
}
