import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { ownSitesQuery, setSiteMutation } from "./own-sites";

/** Lists the person's preferred and blocked sites, with remove buttons. */
export function OwnSites() {
  const text = useText("search");
  const sites = useQuery(ownSitesQuery).data?.items ?? [];
  const set = useMutation(setSiteMutation(useQueryClient()));
  return (["first", "never"] as const).map((place) => {
    const own = sites.filter((one) => one.place === place);
    if (own.length === 0) return null;
    return (
      <section key={place} aria-label={text(`site_lists.${place}`)} className="flex flex-col gap-1.5">
        <h3 className="font-medium text-sm">{text(`site_lists.${place}`)}</h3>
        <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
          {own.map(({ site }) => (
            <li
              key={site}
              className="flex min-w-0 items-center rounded-full bg-sunken ps-3 text-sm shadow-[inset_0_0_0_1px_var(--line)]"
            >
              <bdi dir="ltr" className="truncate">
                {site}
              </bdi>
              <IconButton
                size="sm"
                label={text("remove_name", { name: site })}
                icon={<X />}
                onClick={() => set.mutate({ site, place: null })}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
