/** Section names and words that indicate a category when no model was trained. */
interface CategoryHints {
  readonly label: string;
  /** Section names, as sites show them on articles and in addresses; each is compared with a whole name. */
  readonly sections: string;
  /** Words that are rare in texts of other categories. The plural in -s matches, too. `_` stands for a space. */
  readonly words: string;
}

/** English, German, French, Spanish, Chinese, Japanese. A section name that two categories have belongs to the first. */
export const categoryHints: readonly CategoryHints[] = [
  {
    label: 'politics',
    sections:
      'politics political government election elections westminster congress parliament politik innenpolitik politique politica política 政治 时政 国内 政策',
    words:
      'election parliament minister senator congressman ballot voter coalition cabinet referendum legislation lawmaker president senate policy mp opposition campaign government lord commons democrat republican labour tory chancellor wahl bundestag minister regierung koalition kanzler partei élection député gouvernement ministre sénat elección elecciones gobierno ministro diputado senado 选举 总统 议会 总理 外交部 政府 国务院 主席 党 书记 大臣 国会 选民 首相 内阁 選挙 国会 首相 大臣 政権',
  },
  {
    label: 'business',
    sections:
      'business economy economics finance financial markets market money companies company wirtschaft finanzen börse unternehmen geld économie economie entreprises bourse economía economia empresas mercados finanzas 财经 经济 金融 股票 证券 股市 理财 产经 商业 公司 経済 ビジネス 房产 realty stocks',
    words:
      'profit share shareholder investor bank stock dollar euro bond inflation revenue merger takeover economy trade analyst quarter earnings retailer airline growth deficit chief_executive interest_rate oil_price currency loan tariff aktie gewinn umsatz konzern unternehmen zinsen börse inflation bénéfice entreprise bourse actionnaire inflation beneficio empresa bolsa accionista inflación 股价 股市 基金 银行 上市 涨幅 亿元 投资 证券 券商 期货 A股 沪指 大盘 港股 债券 利率 通胀 房价 楼市 开盘 均价 株価 銀行 投資 決算',
  },
  {
    label: 'sport',
    sections:
      'sport sports football soccer cricket rugby tennis golf basketball baseball nba nfl nhl mlb olympics fussball fußball sportif deporte deportes fútbol futbol 体育 足球 篮球 NBA CBA 中超 英超 スポーツ 野球 サッカー',
    words:
      'match goal coach striker league cup champion championship tournament tennis football cricket rugby olympic medal player referee penalty midfielder injury squad season athlete game trophy win team spieler trainer tor bundesliga meister pokal turnier stürmer joueur entraîneur championnat équipe match but tournoi jugador entrenador gol liga campeonato equipo torneo 比赛 球队 冠军 球员 联赛 主帅 进球 夺冠 决赛 火箭 湖人 皇马 曼联 世界杯 奥运 教练 篮板 主场 国足 試合 選手 優勝 監督',
  },
  {
    label: 'technology',
    sections:
      'technology tech digital gadgets internet computing software ai games gaming technik netzwelt digitales technologie numérique tecnología tecnologia 科技 互联网 数码 手机 IT 游戏 テクノロジー IT・科学',
    words:
      'software computer internet broadband microsoft google apple smartphone phone mobile app chip online website hacker virus gadget console video_game browser user download digital data developer robot server laptop wireless startup technologie rechner handy netz nutzer logiciel ordinateur internaute téléphone numérique programa ordenador usuario móvil teléfono 手机 互联网 软件 网站 智能 电脑 芯片 用户 网络 谷歌 苹果 微软 腾讯 应用 网游 玩家 数码 相机 笔记本 スマホ アプリ ソフト 端末',
  },
  {
    label: 'science',
    sections:
      'science space astronomy physics research wissenschaft wissen sciences ciencia 科学 探索 航天 宇宙 サイエンス',
    words:
      'scientist researcher telescope planet species fossil genome physicist experiment nasa laboratory galaxy astronomer molecule dinosaur orbit asteroid particle biologist rocket forscher wissenschaftler studie planet chercheur scientifique planète expérience científico investigador planeta estudio 科学家 研究人员 物种 太空 卫星 火星 宇航员 实验 化石 望远镜 基因 研究者 宇宙 探査機',
  },
  {
    label: 'health',
    sections:
      'health medicine medical wellness gesundheit medizin santé sante médecine salud medicina 健康 医疗 卫生 医药 養生 养生 医療',
    words:
      'patient doctor hospital vaccine disease cancer virus drug surgery therapy symptom nurse infection medicine clinic obesity diabetes epidemic treatment patient arzt krankenhaus impfung krankheit klinik patient médecin hôpital vaccin maladie paciente médico hospital vacuna enfermedad 患者 医院 疫苗 疾病 病毒 治疗 医生 感染 药物 癌症 手术 患者 病院 ワクチン 感染',
  },
  {
    label: 'entertainment',
    sections:
      'entertainment celebrity celebrities showbiz movies movie film films music television tv media unterhaltung promis stars kino musik divertissement cinéma cinema people espectáculos entretenimiento cine música 娱乐 电影 明星 音乐 电视 综艺 エンタメ 芸能 映画',
    words:
      'film movie actor actress singer album band oscar box_office hollywood director concert celebrity star song chart comedy drama premiere sitcom festival pop award_show musical tv_show schauspieler sänger kino konzert regisseur album acteur actrice chanteur concert réalisateur actor cantante película concierto director 电影 演员 导演 明星 票房 主演 演唱会 专辑 歌手 电视剧 剧组 绯闻 组图 首映 综艺 映画 俳優 歌手 主演',
  },
  {
    label: 'culture',
    sections:
      'culture arts art books theatre theater literature kultur feuilleton literatur theater bücher livres théâtre cultura libros arte teatro 文化 读书 艺术 カルチャー 文化',
    words:
      'novel author poet exhibition museum gallery painting sculpture playwright opera ballet orchestra literature theatre roman autor ausstellung museum gemälde oper écrivain exposition musée peinture opéra novela escritor exposición museo pintura ópera 小说 作家 展览 博物馆 画家 文学 诗人 美術館 小説 作家 展覧会',
  },
  {
    label: 'world',
    sections:
      'world international global europe asia africa americas middle-east us-news uk-news ausland welt international monde mundo internacional 国际 环球 全球 世界 国際 海外',
    words:
      'ceasefire embassy diplomat troops airstrike rebel refugee sanctions united_nations nato hostage militant foreign_minister treaty flüchtling botschaft truppen waffenruhe sanktionen réfugié ambassade troupes sanctions cessez-le-feu refugiado embajada tropas sanciones 联合国 外长 驻军 大使馆 难民 停火 制裁 北约 军队 袭击 国連 停戦 大使館',
  },
  {
    label: 'environment',
    sections:
      'environment climate climate-change nature energy green umwelt klima natur energie environnement climat planète medio-ambiente medioambiente clima 环保 环境 气候 能源 環境',
    words:
      'climate emission carbon greenhouse_gas renewable biodiversity pollution wildlife conservation rainforest glacier drought solar_power wind_farm recycling klimawandel emission umwelt naturschutz climat émission pollution biodiversité clima emisiones contaminación biodiversidad 气候 排放 碳 污染 环保 生态 可再生 温室 気候 排出 汚染 脱炭素',
  },
  {
    label: 'education',
    sections:
      'education schools universities university bildung schule hochschule éducation education campus educación educacion 教育 高考 留学 考研 校园 教育・受験',
    words:
      'school pupil teacher student university exam classroom curriculum tuition_fee campus scholarship college schüler lehrer schule universität prüfung élève enseignant école université examen alumno profesor escuela universidad examen 考试 高考 考生 学生 大学 招生 录取 留学 考研 学校 教师 四六级 分数线 学校 生徒 入試',
  },
  {
    label: 'crime',
    sections:
      'crime law justice courts police kriminalität polizei justiz blaulicht faits-divers justice police sucesos justicia policía 社会 法治 法制 案件 社会・事件 society',
    words:
      'police murder suspect arrest trial jury prison sentence court robbery detective fraud gunman stabbing prosecutor polizei täter mord gericht festnahme staatsanwaltschaft suspect meurtre procès tribunal prison policía asesinato juicio detenido cárcel 警方 嫌犯 嫌疑人 法院 被捕 判刑 死刑 犯罪 杀害 男子 女子 被告 抢劫 身亡 警察 逮捕 容疑者 裁判',
  },
  {
    label: 'lifestyle',
    sections:
      'lifestyle life style fashion food family travel home-garden recipes leben mode essen reisen reise stil vie mode voyage cuisine vida moda viajes cocina gastronomía 生活 时尚 美食 旅游 家居 汽车 暮らし ファッション 旅行 グルメ',
    words:
      'recipe fashion chef restaurant hotel tourist holiday designer garden cookery wedding rezept mode restaurant urlaub hotel recette mode restaurant vacances receta moda restaurante vacaciones 美食 时尚 旅游 酒店 菜谱 减肥 服装 景区 レシピ 旅行 ホテル ファッション',
  },
  {
    label: 'weather',
    sections: 'weather wetter météo meteo tiempo 天气 気象 天気',
    words:
      'forecast_for temperature rainfall snowfall thunderstorm heatwave wettervorhersage temperatur regen prévisions_météo températures pronóstico temperaturas lluvias 降雨 气温 暴雨 寒潮 台风 降温 気温 大雨 台風',
  },
];
