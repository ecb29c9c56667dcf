import { render } from 'preact';
import { App } from './shell/app.tsx';
import { acceptDrops } from './shell/drop.ts';
import { fetchLaterPages } from './shell/later-page.tsx';
import { registerServiceWorker } from './shell/offline.ts';
import './style/base.css';
import './style/shell.css';
import './style/board.css';
import './style/play.css';
import './style/pages.css';
import './style/learn.css';
import './style/analyse.css';
import './style/runs.css';

render(<App />, document.getElementById('app')!);
acceptDrops();
fetchLaterPages();
registerServiceWorker();
