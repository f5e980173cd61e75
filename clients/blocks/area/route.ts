import type { TextArea } from "@ensemble/i18n/text";
import type { ComponentType } from "react";

/**
 * Place of a page in the web shell.
 *
 * - `app`: in the frame, beside the rail.
 * - `settings`: in the frame, beside the list of settings; `operator`: the same, for operators only.
 * - `bare`: for people who are signed in, without the frame.
 * - `public`: for everybody.
 */
export type Layout = "app" | "settings" | "operator" | "bare" | "public";

/** Names of the parameters in a path: `uid` of `/bots/$uid`. */
type ParamNames<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamNames<Head> | ParamNames<Tail>
  : Path extends `$${infer Name}`
    ? Name
    : never;
type OptionalParamNames<Path extends string> = Path extends `${string}{-$${infer Name}}${infer Tail}`
  ? Name | OptionalParamNames<Tail>
  : never;

/** Props of a page: the parameters of its path, and the search parameters its route declares. */
export type PageProps<Path extends string, Search extends string = never> = {
  [Name in ParamNames<Path>]: string;
} & { [Name in OptionalParamNames<Path> | Search]?: string };

type Page<Path extends string, Search extends string> = ComponentType<PageProps<Path, Search>>;

interface RouteOptions<Search extends string> {
  layout?: Layout;
  /** Search parameters the page reads; others do not reach it. */
  search?: readonly Search[];
  /** Text catalogs that are loaded with the page; the area's when absent. */
  texts?: readonly TextArea[];
  /** Pathname the route is limited to, where its path matches more than it should. */
  only?: RegExp;
  /** Settings panel that is selected on this page, when the page is not one itself. */
  panel?: string;
  /** List that stands beside the page. */
  list?: "chat";
  /** Shows the list instead of the page on narrow screens. */
  listFirst?: boolean;
  /** Hides the tabs at the bottom on narrow screens. */
  immersive?: boolean;
  /** Sends visitors to sign up instead of to sign in. */
  signUpFirst?: boolean;
}

/** A page of an area, with the types of its props erased. */
export interface AreaRoute extends RouteOptions<string> {
  path: string;
  layout: Layout;
  search: readonly string[];
  page: { load: () => Promise<AnyPage> } | { component: AnyPage };
}

export type AnyPage = ComponentType<Record<string, string | undefined>>;

/** A page whose code is loaded when it is opened. */
export function route<const Path extends string, const Search extends string = never>(
  path: Path,
  load: () => Promise<Page<Path, NoInfer<Search>>>,
  options: RouteOptions<Search> = {},
): AreaRoute {
  return { layout: "app", search: [], ...options, path, page: { load: load as () => Promise<AnyPage> } };
}

/** A page whose code is part of the first script: the one that most people open first. */
export function firstRoute<const Path extends string, const Search extends string = never>(
  path: Path,
  component: Page<Path, NoInfer<Search>>,
  options: RouteOptions<Search> = {},
): AreaRoute {
  return { layout: "app", search: [], ...options, path, page: { component: component as AnyPage } };
}

/** Returns the declared search parameters as texts. */
export function pickSearch(
  names: readonly string[],
  search: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const given = names.filter((name) => typeof search[name] === "string" || typeof search[name] === "number");
  return Object.fromEntries(given.map((name) => [name, String(search[name])]));
}
