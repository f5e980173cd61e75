import { browser } from "wxt/browser";
import { askFromPage } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { type Layer, openLayer } from "../page-interface/layer";
import { asker, frameAsker, translateFrames, translatorFor } from "./asker";
import { Bar } from "./Bar";
import type { TranslationOptions } from "./options";
import { PageWatch } from "./page-watch";
import type { Progress, Translator } from "./translator";

interface WholePageActions {
  choose: (change: Partial<TranslationOptions>) => void;
  end: () => void;
}

/** Translates the whole page as far as it is scrolled, and its frames, which have no bar of their own. */
export class WholePage {
  private readonly bar: Layer | null;
  private readonly translator: Translator;
  private readonly watch: PageWatch;
  private readonly ended = new AbortController();
  private progress: Progress = { done: 0, failed: 0, working: true, halted: null };
  private readonly read: Promise<readonly string[]>;

  constructor(
    page: InterfacePage,
    private options: TranslationOptions,
    private readonly act: WholePageActions,
    isFrame = false,
  ) {
    this.bar = isFrame ? null : openLayer(page);
    const { target, scope } = options;
    const leaves = async () => (await this.watch.allTexts()).join("\n\n");
    this.translator = translatorFor(options, isFrame ? frameAsker(target) : asker(page, target, leaves), {
      onProgress: (progress) => {
        this.progress = progress;
        this.draw();
      },
      onRefused: act.end,
    });
    this.watch = new PageWatch(document, {
      // A frame is content of the page around it.
      scope: isFrame ? "all" : scope,
      target,
      detect: detectLanguage,
      onNear: (units) => this.translator.want(units),
      onSeen: (units) => this.translator.reserve(units),
      onFar: (units) => this.translator.unwant(units),
      onGone: (unit) => this.translator.drop(unit),
      onStays: (unit) => this.translator.putBack(unit),
    });
    addEventListener("pageshow", (event) => this.resume(event), { signal: this.ended.signal });
    this.draw();
    this.read = this.watch.start();
    void this.finish();
    if (!isFrame) this.reachFrames();
  }

  setOptions(options: TranslationOptions): void {
    this.options = options;
    this.draw();
  }

  stop(): void {
    this.ended.abort();
    this.watch.stop();
    this.translator.stop();
    this.bar?.close();
    if (this.bar && hasFrames()) translateFrames(null);
  }

  /** Goes on in a page that comes back from the browser's cache, which has cut its connections. */
  private resume({ persisted }: PageTransitionEvent): void {
    if (!persisted) return;
    // What was under way has failed by then.
    setTimeout(() => {
      if (this.progress.halted?.code === "unreachable") this.translator.retry();
    });
  }

  /** Translates the frames of the page, those that load later as well. */
  private reachFrames(): void {
    const { target } = this.options;
    if (hasFrames()) translateFrames(target);
    document.addEventListener(
      "load",
      ({ target: loaded }) => {
        if (loaded instanceof Element && loaded.matches(FRAMES)) translateFrames(target);
      },
      { signal: this.ended.signal, capture: true },
    );
  }

  private async finish(): Promise<void> {
    if ((await this.read).length > 0 || this.progress.done > 0) return;
    this.progress = { ...this.progress, working: false };
    this.draw();
  }

  private draw(): void {
    const { hostname } = location;
    const { always, target } = this.options;
    if (this.ended.signal.aborted) return;
    this.bar?.render(
      <Bar
        progress={this.progress}
        target={target}
        always={always.includes(hostname)}
        host={hostname}
        onTarget={(tag) => this.act.choose({ target: tag })}
        onAlways={(on) =>
          this.act.choose({
            always: on ? [...always, hostname] : always.filter((host) => host !== hostname),
          })
        }
        onRetry={() => this.translator.retry()}
        onSettings={() => void askFromPage("page→background: open settings")}
        onClose={this.act.end}
      />,
    );
  }
}

const FRAMES = "iframe, frame";
const hasFrames = (): boolean => document.querySelector(FRAMES) !== null;

/** Returns the language that the browser detects reliably, without a network request. */
async function detectLanguage(text: string): Promise<string> {
  try {
    const { isReliable, languages } = await browser.i18n.detectLanguage(text);
    return isReliable ? (languages[0]?.language ?? "") : "";
  } catch {
    return "";
  }
}
