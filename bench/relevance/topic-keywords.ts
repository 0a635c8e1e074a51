/** Three lists of eight keywords for each class, written by common sense before looking at any text: how much do results depend on who writes them? */
const lists: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  bbc: {
    business: [
      'economy, company, profit, shares, market, bank, investment, sales',
      'stock, firm, economic growth, oil price, dollar, takeover, earnings, inflation',
      'business, finance, trade, investor, interest rate, merger, chief executive, exports',
    ],
    entertainment: [
      'film, movie, music, actor, singer, album, award, television',
      'entertainment, celebrity, oscar, band, theatre, comedy, hollywood, star',
      'cinema, director, song, show, actress, concert, festival, box office',
    ],
    politics: [
      'government, election, minister, parliament, party, labour, vote, policy',
      'politics, prime minister, mp, conservative, tory, campaign, blair, lords',
      'politician, democracy, opposition, liberal democrats, home secretary, chancellor, legislation, voter',
    ],
    sport: [
      'football, rugby, tennis, match, team, coach, player, championship',
      'sport, cup, league, goal, olympic, athlete, cricket, tournament',
      'game, win, club, injury, champion, final, season, squad',
    ],
    tech: [
      'technology, software, computer, internet, mobile, phone, online, digital',
      'tech, microsoft, broadband, web, virus, gadget, video game, download',
      'device, user, network, pc, website, google, wireless, console',
    ],
  },
  thucnews: {
    education: [
      '教育, 学校, 大学, 高考, 考试, 学生, 留学, 考研',
      '高校, 招生, 录取, 考生, 老师, 四六级, 分数线, 课程',
      '英语, 院校, 公务员考试, 申请, 志愿, 毕业生, 中学, 报名',
    ],
    entertainment: [
      '娱乐, 明星, 电影, 电视剧, 歌手, 演员, 导演, 演唱会',
      '影片, 票房, 综艺, 专辑, 绯闻, 主演, 音乐, 剧',
      '娱乐圈, 女星, 新片, 选秀, 颁奖, 粉丝, 节目, 首映',
    ],
    finance: [
      '基金, 理财, 银行, 投资, 保险, 黄金, 信用卡, 债券',
      '金融, 收益, 利率, 贷款, 净值, 资金, 央行, 外汇',
      '财经, 基金经理, 存款, 加息, 人民币, 汇率, 通胀, 私募',
    ],
    game: [
      '游戏, 网游, 玩家, 公测, 魔兽, 电竞, 手游, 副本',
      '网络游戏, 内测, 新版, 职业, 装备, 单机, 资料片, 服务器',
      '游戏机, 任天堂, 角色, 暴雪, 攻略, 客户端, 激活码, 战队',
    ],
    politics: [
      '政府, 总统, 外交, 国务院, 选举, 部长, 军事, 官员',
      '政治, 总理, 外交部, 国会, 会谈, 首相, 访问, 制裁',
      '时政, 主席, 议员, 朝鲜, 反恐, 联合国, 政策, 书记',
    ],
    realty: [
      '房产, 楼盘, 房价, 住宅, 开盘, 别墅, 楼市, 户型',
      '房地产, 买房, 公寓, 均价, 平米, 地产, 小区, 二手房',
      '房子, 开发商, 商铺, 首付, 现房, 租房, 样板间, 土地',
    ],
    science: [
      '科技, 手机, 互联网, 科学家, 软件, 研究, 电脑, 网络',
      '数码, 苹果, 谷歌, 微软, 芯片, 笔记本, 智能, 运营商',
      '技术, 发现, 航天, 相机, 电子商务, 通信, 宇宙, 平板',
    ],
    society: [
      '男子, 女子, 警方, 警察, 法院, 被捕, 死亡, 事故',
      '社会, 嫌疑人, 杀人, 抢劫, 受伤, 判刑, 市民, 医院',
      '民警, 盗窃, 自杀, 车祸, 诈骗, 老人, 女孩, 获刑',
    ],
    sports: [
      '足球, 篮球, 比赛, 球队, 球员, 冠军, 教练, 联赛',
      '体育, NBA, 世界杯, 火箭, 国足, 主场, 赛季, 决赛',
      '进球, 球迷, 姚明, 英超, 网球, 奥运, 湖人, 对手',
    ],
    stocks: [
      '股票, 股市, 大盘, 涨停, 沪指, A股, 上市公司, 个股',
      '证券, 指数, 反弹, 板块, 跌, 港股, 行情, 股东',
      '股, 创业板, IPO, 市值, 券商, 收盘, 美股, 利好',
    ],
  },
};

/** @returns lists of a corpus' class, each term with the weight 1; none where nobody has written them */
export const keywordLists = (corpus: string, label: string): Readonly<Record<string, number>>[] =>
  (lists[corpus]?.[label] ?? []).map((list) => Object.fromEntries(list.split(', ').map((term) => [term, 1])));
