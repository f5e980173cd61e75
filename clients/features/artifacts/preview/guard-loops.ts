import { type Node, parse } from "acorn";
import { simple } from "acorn-walk";

/** Name of the function that is called in each turn of a loop. */
const GUARD = "__turn";

interface Loop extends Node {
  body: Node;
}

/**
 * Returns a script whose loops end with an error when they take too long at once: not all browsers run a frame in a process of
 * its own. A script that does not parse is returned as it is; the frame reports its error.
 */
export function guardLoops(code: string, sourceType: "script" | "module" = "script"): string {
  const inserted: { at: number; text: string }[] = [];
  const guard = (node: Node) => {
    const { body } = node as Loop;
    if (body.type === "BlockStatement") inserted.push({ at: body.start + 1, text: `${GUARD}();` });
    else {
      inserted.push({ at: body.start, text: `{${GUARD}();` });
      inserted.push({ at: body.end, text: "}" });
    }
  };
  try {
    const program = parse(code, {
      ecmaVersion: "latest",
      sourceType,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
    });
    simple(program, {
      ForStatement: guard,
      ForInStatement: guard,
      ForOfStatement: guard,
      WhileStatement: guard,
      DoWhileStatement: guard,
    });
  } catch (error) {
    if (error instanceof SyntaxError) return code;
    throw error;
  }
  // From the end, so that places before stay. At one place, what ends comes before what begins.
  inserted.sort((a, b) => b.at - a.at || (a.text === "}" ? 1 : -1));
  return inserted.reduce((now, { at, text }) => now.slice(0, at) + text + now.slice(at), code);
}

/** Time that loops may take at once, in milliseconds. */
const LOOP_MS_MAX = 4_000;

/** Script that defines the guard. Its time begins again with each task. */
export const GUARD_SCRIPT = `(()=>{let turns=0,began=0;globalThis.${GUARD}=()=>{if(++turns%512)return;const now=performance.now();if(!began){began=now;setTimeout(()=>{began=0},0);return}if(now-began>${LOOP_MS_MAX}){began=0;throw new Error("A loop took too long and was stopped")}}})();`;

/** Returns a page with the loops of its scripts guarded. */
export function guardPage(html: string): string {
  return html.replace(
    /(<script\b([^>]*)>)([\s\S]*?)(<\/script\s*>)/gi,
    (whole, open: string, attributes: string, code: string, close: string) => {
      const type = /\btype\s*=\s*["']?([^\s"'>]+)/i.exec(attributes)?.[1]?.toLowerCase() ?? "";
      if (!/^(?:|module|(?:text|application)\/(?:javascript|ecmascript))$/.test(type)) return whole;
      return open + guardLoops(code, type === "module" ? "module" : "script") + close;
    },
  );
}
