// The editor: one view, a state for each file. It stands in a shadow root, whose styles no policy
// has to allow. Knows files by their names only.

if (!globalThis.CM) { // the editor's source is packed in the page; its policy allows it by hash
  const packedEditor = document.getElementById("codemirror")?.textContent;
  if (!packedEditor) document.getElementById("state").textContent = "the file engine.js is not beside this page";
  const source = document.createElement("script");
  source.textContent = await (await unzipped(packedEditor)).text();
  document.head.append(source);
  source.remove(); // "Save page" keeps the page as it came
}

const FROM = Object.fromEntries(Object.entries(CLINGO).map(([name, pattern]) => [name, new RegExp(`^(?:${pattern})`)]));
const SCRIPT = new RegExp(`^${CLINGO.script}${CLINGO.language}`);

const ASP = CM.StreamLanguage.define({
  name: "asp",
  startState: () => ({ depth: 0, script: false }),
  token: (stream, state) => {
    if (state.script) {
      state.script = !stream.match(/^.*?#end/);
      if (state.script) stream.skipToEnd();
      return "string";
    }
    if (state.depth || stream.match(/^%\*/, false)) {
      do {
        const found = stream.match(FROM.nested);
        if (!found) stream.next();
        else state.depth += (found[0] === "%*") - (found[0] === "*%");
      } while (!stream.eol() && state.depth);
      return "comment";
    }
    if (stream.match(FROM.comment)) return "comment";
    if (stream.match(FROM.string)) return "string";
    if (stream.match(SCRIPT)) {
      state.script = true;
      return "keyword";
    }
    if (stream.match(/^#[a-z]+/)) return "keyword";
    if (stream.match(/^\d+/)) return "number";
    if (stream.match(/^not\b/)) return "keyword";
    if (stream.match(/^_*[A-Z][A-Za-z0-9_']*|^_(?![A-Za-z0-9_'])/)) return "variableName";
    if (stream.match(/^_*[a-z][A-Za-z0-9_']*(?=\()/)) return "propertyName";
    if (stream.match(/^_*[a-z][A-Za-z0-9_']*/)) return "atom";
    if (stream.match(/^(?::-|:~|<=|>=|!=|\.\.|[<>=+*/\\^&?~|-])/)) return "operator";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "%" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

const COLOURING = CM.HighlightStyle.define([
  { tag: CM.tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: CM.tags.string, color: "var(--offer)" },
  { tag: CM.tags.keyword, color: "var(--goal)" },
  { tag: CM.tags.number, color: "color-mix(in srgb, var(--move) 80%, var(--ink))" },
  { tag: CM.tags.variableName, color: "var(--red)" },
  { tag: CM.tags.propertyName, color: "var(--near-way)" },
  { tag: CM.tags.operator, color: "var(--quiet)" },
]);

const LOOKS = CM.EditorView.theme({
  "&": { height: "100%", fontSize: "14px", color: "var(--ink)", backgroundColor: "var(--card)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace", lineHeight: "1.45" },
  ".cm-gutters": { backgroundColor: "var(--floor)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--near) 35%, transparent)" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "2px solid var(--near-way)", outlineOffset: "-2px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--near) !important" },
  ".cm-panels": { backgroundColor: "var(--floor)", color: "var(--ink)" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)" },
  "&.cm-editor .cm-matchingBracket": { backgroundColor: "var(--near)", outline: "1px solid var(--near-way)" },
});

class Editor {
  // changed(name) is called after any change of a file's text
  constructor(host, changed, solve) {
    this.changed = changed;
    this.states = new Map();
    this.name = "";
    this.extensions = [
      CM.lineNumbers(), CM.highlightActiveLine(), CM.highlightActiveLineGutter(), CM.history(), CM.drawSelection(),
      CM.bracketMatching(), CM.highlightSelectionMatches(), ASP, CM.syntaxHighlighting(COLOURING), LOOKS,
      CM.lintGutter(), CM.EditorView.lineWrapping,
      // a browser that types over a selection writes its style beside the text, which the policy forbids
      CM.EditorView.domEventHandlers({
        beforeinput: (event, view) => {
          if (event.inputType !== "insertText" || !event.data || view.state.selection.main.empty) return false;
          event.preventDefault();
          view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
          return true;
        },
      }),
      CM.EditorView.contentAttributes.of({ "aria-label": "The file's text", tabindex: "0", spellcheck: "false" }),
      CM.keymap.of([
        { key: "Mod-Enter", run: () => { solve(); return true; } },
        ...CM.searchKeymap, ...CM.lintKeymap, ...CM.historyKeymap, ...CM.defaultKeymap,
      ]),
    ];
    this.view = new CM.EditorView({
      root: host.attachShadow({ mode: "open" }),
      parent: host.shadowRoot,
      dispatchTransactions: (transactions, view) => {
        view.update(transactions);
        this.states.set(this.name, view.state);
        if (transactions.some((each) => each.docChanged)) this.changed(this.name);
      },
    });
  }

  put(name, text) {
    this.states.set(name, CM.EditorState.create({ doc: text, extensions: this.extensions }));
  }

  text(name) {
    return this.states.get(name)?.doc.toString();
  }

  show(name) {
    this.name = name;
    this.view.setState(this.states.get(name));
  }

  // changes a file's text, shown or not; each change is one step of its history
  dispatch(name, spec) {
    if (name === this.name) {
      this.view.dispatch(spec);
      return;
    }
    const transaction = this.states.get(name).update(spec);
    this.states.set(name, transaction.state);
    if (transaction.docChanged) this.changed(name);
  }

  // `more`: belongs to the change before, and is undone with it
  replace(name, changes, more = false) {
    const event = more ? "input.type.compose" : "input.draw";
    this.dispatch(name, { changes, annotations: CM.Transaction.userEvent.of(event), scrollIntoView: false });
  }

  whole(name, text) {
    this.replace(name, { from: 0, to: this.states.get(name).doc.length, insert: text });
  }

  step(name, back) {
    const command = back ? CM.undo : CM.redo;
    const target = {
      state: this.states.get(name),
      dispatch: (transaction) => {
        if (name === this.name) this.view.dispatch(transaction);
        else {
          this.states.set(name, transaction.state);
          this.changed(name);
        }
      },
    };
    return command(target);
  }

  can(name, back) {
    return (back ? CM.undoDepth : CM.redoDepth)(this.states.get(name)) > 0;
  }

  // findings of the file that is shown, at their places
  mark(findings) {
    const { doc } = this.view.state;
    const diagnostics = findings.filter((each) => each.file === this.name && each.line <= doc.lines).map((each) => {
      const line = doc.line(each.line);
      const from = Math.min(line.to, line.from + Math.max(0, each.column - 1));
      const to = each.end ? Math.min(line.to, line.from + each.end - 1) : line.to;
      return { from, to: Math.max(from, to), severity: each.severity, message: each.message };
    });
    this.view.dispatch(CM.setDiagnostics(this.view.state, diagnostics));
  }

  go(line, column) {
    const { doc } = this.view.state;
    const { from, to } = doc.line(Math.min(doc.lines, Math.max(1, line)));
    const anchor = Math.min(to, from + Math.max(0, column - 1));
    this.view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.view.focus();
  }
}
