import type { Session, SharedPage } from "@ensemble/contract/wire";
import { type ComponentType, createContext, use } from "react";
import type { Command } from "../commands/commands";
import type { ProblemHelp } from "../problems/problem-help";
import type { Area, ConversationProps, ReferenceKind, SharedPageActions, SharedPageViewer } from "./area";

/** What areas get from the shell and, through it, from each other. */
export interface Shell {
  references: ReadonlyMap<string, ReferenceKind>;
  sharedPages: Readonly<Record<string, ShownPageViewer | undefined>>;
  problemHelp: ProblemHelp;
  /** Commands that can have a shortcut, in the order of their list. */
  commands: readonly Command[];
  /** A conversation beside an area's own page. */
  Conversation: ComponentType<ConversationProps>;
  /** The page of an address that leads nowhere. */
  Missing: ComponentType;
  /** Takes over the session of somebody who signed in. */
  enter: (session: Session) => void;
  /** Forgets the person and shows the login page, or `to`. */
  leave: (to?: string) => Promise<void>;
}

export interface ShownPageViewer {
  Content: ComponentType<{ page: SharedPage }>;
  Face?: ComponentType<{ page: SharedPage }>;
  Actions?: ComponentType<SharedPageActions>;
  copy: SharedPageViewer["copy"];
}

const Nothing = () => null;

/** A shell without areas, as tests of a single component have it. */
export const EMPTY_SHELL: Shell = {
  references: new Map(),
  sharedPages: {},
  problemHelp: {},
  commands: [],
  Conversation: Nothing,
  Missing: Nothing,
  enter: () => undefined,
  leave: async () => undefined,
};

const ShellContext = createContext<Shell>(EMPTY_SHELL);

export const ShellProvider = ShellContext;

export const useShell = (): Shell => use(ShellContext);

/** Returns the kinds of library items that the shell's areas bring. */
export const useReferenceKinds = (): Shell["references"] => use(ShellContext).references;

/** Returns what every shell takes from its areas. */
export const shellOf = (areas: readonly Area[]): Pick<Shell, "references" | "problemHelp"> => ({
  references: new Map(areas.flatMap(({ references = [] }) => references.map((kind) => [kind.kind, kind]))),
  problemHelp: Object.assign({}, ...areas.map(({ problemHelp }) => problemHelp)),
});
