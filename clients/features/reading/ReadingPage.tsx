import { PLACES } from "@ensemble/blocks/places";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { ReadingForm } from "./ReadingForm";
import { ReadingList } from "./ReadingList";

/** Page for summarizing web pages, videos and PDFs, with the history. */
export function ReadingPage({ address }: { address?: string }) {
  const text = useText("reading");
  const { navigate } = useNavigation();
  return (
    <div className="flex-1 overflow-y-auto" data-scroll-restoration-id="reading">
      <title>{`${text("read")} · ${text("product")}`}</title>
      <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-6 pb-16 sm:px-8 lg:pt-10">
        <header className="flex flex-col gap-1">
          <h1 className="font-semibold text-xl">{text("read")}</h1>
          <p className="text-muted text-sm">{text("about")}</p>
        </header>
        <ReadingForm address={address} onBegun={(id) => navigate(PLACES.reading(id))} />
        <ReadingList />
      </div>
    </div>
  );
}
