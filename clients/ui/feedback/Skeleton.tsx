import clsx from "clsx";
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from "react";

/** Placeholder shape for loading content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("block animate-[ui-pulse_1.6s_ease-in-out_infinite] rounded-sm bg-pressed", className)}
    />
  );
}

/** Shows its children only after 200 ms of waiting, so that fast responses do not flicker. */
export function AfterDelay({ children, ms = 200 }: { children: ReactNode; ms?: number }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due ? children : null;
}

/** Sentence that stands in for lines of text without a network, when they would never load. */
export const OfflineText = createContext<string | null>(null);

/** Placeholder for lines of text. */
export function SkeletonLines({ count = 3, label }: { count?: number; label: string }) {
  const offline = use(OfflineText);
  const isOnline = useOnline();
  if (!isOnline && offline) return <p className="py-6 text-center text-muted text-sm">{offline}</p>;
  return (
    <AfterDelay>
      <div role="status" aria-label={label} className="flex flex-col gap-3">
        {Array.from({ length: count }, (_, index) => (
          <Skeleton
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
            key={index}
            className={clsx("h-4", index % 3 === 2 ? "w-2/5" : index % 3 === 1 ? "w-4/5" : "w-full")}
          />
        ))}
      </div>
    </AfterDelay>
  );
}

/** Returns false while there is no network. */
export const useOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine);

function watchNetwork(change: () => void): () => void {
  window.addEventListener("online", change);
  window.addEventListener("offline", change);
  return () => {
    window.removeEventListener("online", change);
    window.removeEventListener("offline", change);
  };
}
