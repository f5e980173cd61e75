import { useText } from "@ensemble/i18n/text";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { SearchField } from "@ensemble/ui/fields/SearchField";
import { SearchX } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { CreateForm } from "../studio/use-create-form";
import { APP_GROUPS, APPS, appNamed, type QuickApp } from "./app-table";
import { StylesSection } from "./StylesSection";

const AppForm = lazy(() => import("./AppForm").then((file) => ({ default: file.AppForm })));

/** Quick apps and styles, beside the form that they fill. */
export function AppsView({
  form,
  opened,
  onFilled,
}: {
  form: CreateForm;
  /** Name of the app whose form is open first. */
  opened?: string;
  onFilled: () => void;
}) {
  const text = useText("image_apps");
  const images = useText("images");
  const [words, setWords] = useState("");
  const [chosen, setChosen] = useState(() => appNamed(opened) ?? null);
  const wanted = words.trim().toLocaleLowerCase();
  const has = (...said: readonly string[]) => said.some((one) => one.toLocaleLowerCase().includes(wanted));
  const found = APPS.filter(({ name }) => has(text(`app.${name}`), text(`app_hint.${name}`)));
  return (
    <div
      data-scroll-restoration-id="image-apps"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 pb-16 sm:px-6"
    >
      <div className="mx-auto flex max-w-5xl flex-col gap-6">
        <div className="flex">
          <SearchField
            label={text("search_apps")}
            clearLabel={images("clear")}
            value={words}
            onChange={setWords}
          />
        </div>
        {APP_GROUPS.map((group) => {
          const apps = found.filter((app) => app.group === group);
          return apps.length === 0 ? null : (
            <section key={group} aria-labelledby={`apps-${group}`} className="flex flex-col gap-3">
              <h2 id={`apps-${group}`} className="font-semibold">
                {text(`app_group.${group}`)}
              </h2>
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3">
                {apps.map((app) => (
                  <AppCard key={app.name} app={app} onChoose={() => setChosen(app)} />
                ))}
              </ul>
            </section>
          );
        })}
        <StylesSection wanted={wanted} form={form} onFilled={onFilled} />
        {found.length === 0 && wanted !== "" ? (
          <EmptyState icon={<SearchX />} title={images("nothing_matches")} />
        ) : null}
      </div>
      {chosen ? (
        <Suspense fallback={null}>
          <AppForm
            app={chosen}
            form={form}
            onClose={() => setChosen(null)}
            onFilled={() => {
              setChosen(null);
              onFilled();
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function AppCard({ app: { name, icon: Icon }, onChoose }: { app: QuickApp; onChoose: () => void }) {
  const text = useText("image_apps");
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex size-full items-start gap-3 rounded-md bg-raised p-3.5 text-start shadow-[inset_0_0_0_1px_var(--line)] transition-shadow hover:shadow-[inset_0_0_0_1px_var(--edge)]"
      >
        <Icon className="mt-0.5 size-5 flex-none text-accent-ink" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-medium text-sm">{text(`app.${name}`)}</span>
          <span className="block text-pretty text-muted text-sm">{text(`app_hint.${name}`)}</span>
        </span>
      </button>
    </li>
  );
}
