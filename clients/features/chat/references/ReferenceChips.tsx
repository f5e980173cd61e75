import { useReferenceKinds } from "@ensemble/blocks/area/shell";
import { OneLine } from "@ensemble/blocks/OneLine";
import { api } from "@ensemble/contract/api";
import type { AttachedThing } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation } from "@tanstack/react-query";
import { X } from "lucide-react";

const chipStyle =
  "flex max-w-full items-center gap-2 rounded-md bg-sunken px-2.5 py-1.5 text-sm shadow-[inset_0_0_0_1px_var(--line)]";

/** Shows the references of a message as links to their items. */
export function ReferenceChips({ things }: { things: readonly AttachedThing[] }) {
  const text = useText("mentions");
  const kinds = useReferenceKinds();
  return (
    <ul aria-label={text("given")} className="flex max-w-[85%] flex-wrap justify-end gap-2">
      {things.map((thing) => {
        const kind = kinds.get(thing.of);
        return (
          <li key={thing.thing_id} className="min-w-0 max-w-full">
            {kind?.path ? (
              <AppLink
                to={kind.path(thing.thing_id)}
                className={`${chipStyle} touch:min-h-11 hover:bg-hover`}
              >
                <Named thing={thing} />
              </AppLink>
            ) : kind ? (
              <Within thing={thing} />
            ) : (
              <span className={chipStyle}>
                <Named thing={thing} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Link to an item inside another one, such as a highlight; its location is fetched on demand. */
function Within({ thing }: { thing: AttachedThing }) {
  const { navigate } = useNavigation();
  const find = useMutation({
    mutationFn: ({ of, thing_id }: AttachedThing) =>
      api.get("/api/search/own/{id}", { path: { id: thing_id }, query: { kind: of } }),
  });
  return (
    <button
      type="button"
      aria-busy={find.isPending || undefined}
      // Somebody who has navigated away meanwhile stays there.
      onClick={() => find.mutate(thing, { onSuccess: ({ path }) => navigate(path) })}
      className={`${chipStyle} touch:min-h-11 text-start hover:bg-hover`}
    >
      <Named thing={thing} />
    </button>
  );
}

/** Shows the references of a draft, with remove buttons. */
export function ReferenceTray({
  things,
  onChange,
}: {
  things: readonly AttachedThing[];
  onChange: (things: readonly AttachedThing[]) => void;
}) {
  const text = useText("mentions");
  return (
    <ul aria-label={text("given")} className="mb-2 flex max-h-32 flex-wrap gap-2 overflow-y-auto">
      {things.map((thing) => (
        <li key={thing.thing_id} className={`${chipStyle} min-w-0 py-0.5! pe-0.5!`}>
          <Named thing={thing} />
          <IconButton
            size="sm"
            label={text("remove_named", { title: thing.title || text("untitled") })}
            icon={<X />}
            onClick={() => onChange(things.filter(({ thing_id }) => thing_id !== thing.thing_id))}
          />
        </li>
      ))}
    </ul>
  );
}

/** Shows the icon, accessible kind and name. */
function Named({ thing: { of, title } }: { thing: AttachedThing }) {
  const text = useText("mentions");
  const kind = useReferenceKinds().get(of);
  const Icon = kind?.icon;
  return (
    <>
      {Icon ? <Icon className="size-4 flex-none text-muted" aria-hidden="true" /> : null}
      {kind ? <span className="sr-only">{text(kind.label)}</span> : null}
      <span className="min-w-0">
        <OneLine>{title || text("untitled")}</OneLine>
      </span>
    </>
  );
}
