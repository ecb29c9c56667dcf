// The document that other pages put into a frame: a replay and nothing else. It is a separate document, so that the server can let
// others frame only this one, and so that a reader downloads neither players nor networks. Nothing is kept in the browser.

import { render } from 'preact';
import { EmbedView } from './replay/embed-view.tsx';
import './style/base.css';
import './style/board.css';
import './style/replay.css';

render(<EmbedView />, document.getElementById('app')!);
