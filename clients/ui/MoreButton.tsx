import type { ReactNode } from "react";
import { Button } from "./Button";

/** Button that loads the next page of a list; renders nothing at the end of the list. */
export function MoreButton({
  list,
  children,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: ReactNode;
}) {
  if (!list.hasNextPage) return null;
  return (
    <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {children}
    </Button>
  );
}
