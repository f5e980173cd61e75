import { useNavigation } from "@ensemble/host/navigation";
import { useEffect, useState } from "react";

/** Time for a page to set its title before it is announced. */
const SETTLE_MS = 400;

/** Announces the title of a new page to screen readers, because there is no page load. */
export function RouteAnnouncer() {
  const { path } = useNavigation();
  const [pathname] = path.split(/[?#]/);
  const [title, setTitle] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what starts the clock
  useEffect(() => {
    const timer = setTimeout(() => setTitle(document.title), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div aria-live="polite" className="sr-only">
      {title}
    </div>
  );
}
