import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { MemoPage } from "@ensemble/feature-memos/MemoPage";
import { MemosPage } from "@ensemble/feature-memos/MemosPage";
import { MemoWindow } from "@ensemble/feature-memos/MemoWindow";
import {
  atMemo,
  inWindow,
  MEMO_WEBVIEW,
  NEW_MEMO_DETAIL,
  NOTE_EDITOR,
} from "@ensemble/feature-memos/memo-places";
import { type Navigation, NavigationProvider, useNavigation } from "@ensemble/host/navigation";
import { useParams, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";

/** Spec §2: /home/memo. */
export const MemosScreen = MemosPage;

/** Page of a memo; `q` is a cited passage. */
export function MemoScreen() {
  const { uid = "" } = useParams({ strict: false }) as { uid?: string };
  const { q } = useSearch({ strict: false }) as { q?: string };
  return <MemoPage key={uid} memoId={uid} passage={q} />;
}

/** Spec §2: /webapp/memo/detail. */
export function MemoDetailScreen() {
  const { memo_id: id, q } = useSearch({ strict: false }) as { memo_id?: string; q?: string };
  return id ? <MemoPage key={id} memoId={id} passage={q} /> : <NewMemoScreen />;
}

/** Spec §2: /webapp/memo/detail, new variant. */
export function NewMemoScreen() {
  const { id } = useMemoOfAddress(NEW_MEMO_DETAIL);
  return id ? <MemoPage key={id} memoId={id} isNew /> : null;
}

/** Spec §2: /webapp/memo/detail, webview variant: a new or existing memo without the product around it. */
export const MemoWebviewScreen = () => <MemoWindowScreen path={MEMO_WEBVIEW} alone={false} />;

/** Spec §2: /webapp/editor. */
export const EditorScreen = () => <MemoWindowScreen path={NOTE_EDITOR} alone />;

function MemoWindowScreen({ path, alone }: { path: string; alone: boolean }) {
  const { id, isNew, passage } = useMemoOfAddress(path);
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
function useMemoOfAddress(path: string): { id?: string; isNew: boolean; passage?: string } {
  const { memo_id: id, q, is_new } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const { navigate } = useNavigation();
  useEffect(() => {
    if (!id) navigate(`${atMemo(path, uuidV7())}&is_new=1`, { replace: true });
  }, [id, path, navigate]);
  return { id, isNew: is_new !== undefined, passage: q };
}
