import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { type Navigation, NavigationProvider, useNavigation } from "@ensemble/host/navigation";
import { useEffect } from "react";
import { MemoPage } from "./MemoPage";
import { MemosPage } from "./MemosPage";
import { MemoWindow } from "./MemoWindow";
import { atMemo, inWindow, MEMO_WEBVIEW, NEW_MEMO_DETAIL, NOTE_EDITOR } from "./memo-places";

/** Search parameters of an address that names a memo. */
interface MemoQuery {
  memo_id?: string;
  /** Passage that a citation leads to. */
  q?: string;
  /** Set while nothing is in the memo yet. */
  is_new?: string;
}

/** Spec §2: /home/memo. */
export const MemosScreen = MemosPage;

/** Page of a memo; `q` is a cited passage. */
export function MemoScreen({ uid, q }: { uid: string; q?: string }) {
  return <MemoPage key={uid} memoId={uid} passage={q} />;
}

/** Spec §2: /webapp/memo/detail. */
export function MemoDetailScreen(query: MemoQuery) {
  const { memo_id: id, q } = query;
  return id ? <MemoPage key={id} memoId={id} passage={q} /> : <NewMemoScreen {...query} />;
}

/** Spec §2: /webapp/memo/detail, new variant. */
export function NewMemoScreen(query: MemoQuery) {
  const { id } = useMemoOfAddress(NEW_MEMO_DETAIL, query);
  return id ? <MemoPage key={id} memoId={id} isNew /> : null;
}

/** Spec §2: /webapp/memo/detail, webview variant: a new or existing memo without the product around it. */
export const MemoWebviewScreen = (query: MemoQuery) => (
  <MemoWindowScreen path={MEMO_WEBVIEW} query={query} alone={false} />
);

/** Spec §2: /webapp/editor. */
export const EditorScreen = (query: MemoQuery) => <MemoWindowScreen path={NOTE_EDITOR} query={query} alone />;

function MemoWindowScreen({ path, query, alone }: { path: string; query: MemoQuery; alone: boolean }) {
  const { id, isNew, passage } = useMemoOfAddress(path, query);
  const outside = useNavigation();
  const navigation: Navigation = {
    path: outside.path,
    href: (wanted) => outside.href(inWindow(wanted)),
    navigate: (wanted, options) => outside.navigate(inWindow(wanted), options),
  };
  if (!id) return null;
  return (
    <NavigationProvider navigation={navigation}>
      <MemoWindow
        key={id}
        memoId={id}
        passage={passage}
        isNew={isNew}
        alone={alone}
        onDeleted={() => outside.navigate(path, { replace: true })}
      />
    </NavigationProvider>
  );
}

/** Returns the memo of an address. An address without one gets a new id, which survives a reload. */
function useMemoOfAddress(
  path: string,
  { memo_id: id, q, is_new }: MemoQuery,
): { id?: string; isNew: boolean; passage?: string } {
  const { navigate } = useNavigation();
  useEffect(() => {
    if (!id) navigate(`${atMemo(path, uuidV7())}&is_new=1`, { replace: true });
  }, [id, path, navigate]);
  return { id, isNew: is_new !== undefined, passage: q };
}
