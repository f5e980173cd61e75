import { Component, type ReactNode } from "react";
import { PlainText } from "./PlainText";

interface Props {
  /** Text that `children` render. */
  source: string;
  children: ReactNode;
}

interface State {
  source: string;
  hasFailed: boolean;
}

/** Shows a text as it was written if it cannot be rendered, so that nothing else on the page is lost with it. */
export class PlainBoundary extends Component<Props, State> {
  override state: State = { source: this.props.source, hasFailed: false };

  /** Tries a changed text again. */
  static getDerivedStateFromProps({ source }: Props, state: State): State | null {
    return source === state.source ? null : { source, hasFailed: false };
  }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.warn("a text is shown as it was written", error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <PlainText text={this.state.source} /> : this.props.children;
  }
}
