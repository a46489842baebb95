import { startApp } from './frame/start-app.tsx';
import './styles/app.css';

startApp();
