import { Zap } from "lucide-react";
import { useEffect, useState } from "react";
import { askFromPage } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { PageMenu, PageMenuItem } from "../page-interface/PageMenu";
import { pageText } from "../page-interface/page-text";
import type { OfferedPowerup } from "./messages";

/** Returns the PowerUPs that run on this page; none where nobody is signed in, or the server is away. */
export function usePowerups(page: InterfacePage): readonly OfferedPowerup[] {
  const [powerups, setPowerups] = useState<readonly OfferedPowerup[]>([]);
  useEffect(() => {
    if (page.config.signedIn)
      void askFromPage("page→background: powerups").then(setPowerups, () => undefined);
  }, [page]);
  return powerups;
}

/** PowerUPs over selected text: each opens in the panel, which says what it reads and what it costs. */
export function PowerupMenu({
  powerups,
  onClose,
}: {
  powerups: readonly OfferedPowerup[];
  onClose: () => void;
}) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what is marked on the page marked: the PowerUP may read it
    <div onMouseDown={(event) => event.preventDefault()}>
      <div
        role="menu"
        aria-label={pageText("page")("powerups")}
        className="max-h-72 overflow-y-auto border-line border-t"
      >
        <PageMenu>
          {powerups.map(({ id, icon, name }) => (
            <PageMenuItem
              key={id}
              icon={icon ? <span aria-hidden="true">{icon}</span> : <Zap />}
              onSelect={() => {
                onClose();
                void askFromPage("page→background: open powerup", { id });
              }}
            >
              {name}
            </PageMenuItem>
          ))}
        </PageMenu>
      </div>
    </div>
  );
}
