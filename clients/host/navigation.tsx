import { type ComponentProps, createContext, type MouseEvent, type ReactNode, type Ref, use } from "react";

/** Navigation between the screens of a shell. Paths are the product's (spec §2), without a locale segment. */
export interface Navigation {
  /** Current path with query, without the locale segment. */
  readonly path: string;
  /** Returns the full address of a path: with the locale segment, and with the origin if a shell needs it. */
  href(path: string): string;
  navigate(path: string, options?: { replace?: boolean }): void;
}

const NavigationContext = createContext<Navigation | null>(null);

export function NavigationProvider({
  navigation,
  children,
}: {
  navigation: Navigation;
  children: ReactNode;
}) {
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error("useNavigation needs a NavigationProvider above it");
  return navigation;
}

/** Link to a page of the product. Opens in place; a modified click is left to the browser. */
export function AppLink({
  to,
  replace,
  onClick,
  ref,
  ...rest
}: Omit<ComponentProps<"a">, "href"> & { to: string; replace?: boolean; ref?: Ref<HTMLAnchorElement> }) {
  const { href, navigate } = useNavigation();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || elsewhere || rest.target === "_blank") return;
    event.preventDefault();
    navigate(to, { replace });
  };
  return <a {...rest} ref={ref} href={href(to)} onClick={follow} />;
}
