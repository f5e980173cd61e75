import type { SearchSite, SearchSitePlace } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Menu, MenuChoice, MenuHeading } from "@ensemble/ui/popups/Menu";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { ownSitesQuery, setSiteMutation } from "./own-sites";

/** Ranking preferences; `usual`: none. */
const PLACES = ["first", "usual", "never"] as const satisfies readonly (SearchSitePlace | "usual")[];

/** Sets the ranking preference for a site: first, default, or never. Library items have no site. */
export function SiteMenu({ site }: { site: string }) {
  // Servers with only an IP address have no name to store.
  return /\.[a-z][a-z\d-]*$/i.test(site) ? <Options site={site} /> : null;
}

function Options({ site }: { site: string }) {
  const text = useText("search");
  const client = useQueryClient();
  const sites = useQuery(ownSitesQuery);
  const set = useMutation(setSiteMutation(client));
  const placeIn = ({ items }: { items: SearchSite[] }) =>
    items.find((one) => one.site === site)?.place ?? null;
  const known = sites.data ? placeIn(sites.data) : null;
  const change = async (place: SearchSitePlace | null) => {
    // The previous preference is unknown until the list is loaded.
    const before = await client.ensureQueryData(ownSitesQuery).then(placeIn, () => undefined);
    const undo = { label: text("undo"), onPress: () => set.mutate({ site, place: before ?? null }) };
    set.mutate(
      { site, place },
      {
        onSuccess: () =>
          showToast({
            title: text(`site_places_said.${place ?? "usual"}`, { site }),
            // Undo is offered only if it can work.
            action: before === undefined ? undefined : undo,
          }),
      },
    );
  };
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={text("site_options", { site })} icon={<Ellipsis />} />}
    >
      <MenuHeading>{text("site_place", { site })}</MenuHeading>
      <MenuChoice<(typeof PLACES)[number]>
        label={text("site_place", { site })}
        value={known ?? "usual"}
        options={PLACES.map((value) => ({ value, label: text(`site_places.${value}`) }))}
        onChange={(value) => void change(value === "usual" ? null : value)}
      />
    </Menu>
  );
}
