import './styles/theme.css';
import './styles/style.css';
import './styles/content.css';
import './styles/forms.css';
import './styles/system.css';
import './styles/narrow.css';
import { render } from 'preact';
import { listenForEvents } from './data/events.ts';
import { Shell } from './shell/app.tsx';
import { listenForKeys } from './shell/keys.ts';
import { applyTheme } from './shell/theme.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
applyTheme();
listenForKeys();
listenForEvents();
render(<Shell />, root);
