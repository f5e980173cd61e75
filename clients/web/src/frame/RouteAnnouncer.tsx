import { useNavigation } from "@ensemble/host/navigation";
import { useEffect, useState } from "react";

/** Time a page gets to put its title before it is read aloud. */
const SETTLE_MS = 400;

/** Reads the title of a new page aloud: without a page load, screen readers would not notice it. */
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
