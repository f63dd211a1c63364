BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE book_answer (
	key_digest VARCHAR(64) NOT NULL, 
	fingerprint VARCHAR(64) NOT NULL, 
	status INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	revision BIGINT NOT NULL, 
	nonce VARCHAR(64) NOT NULL, 
	written_ms BIGINT NOT NULL, 
	CONSTRAINT pk_book_answer PRIMARY KEY (key_digest)
);
INSERT INTO "book_answer" VALUES('2e81738d712f536344b1e096b033c861ca89de1d8020094e5e92396ab9136c9b','e0366785b61e2d023e2e07f058d5cec78d05652541fac8e2ca6bcbfca8ce9e83',201,'{"revision":1,"table":{"created_at":"2026-11-30T02:43:21.481Z","game":{"can_redo":null,"can_undo":null,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":0,"fees":0,"hands":0,"number":1,"progress":{"dealer":0,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":0,"name":"老王","player":1,"seat":0,"wind":"E"},{"balance":0,"name":"小李","player":2,"seat":1,"wind":"S"},{"balance":0,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":0,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":0,"name":"老王","player":1,"seat":0},{"balance":0,"name":"小李","player":2,"seat":1},{"balance":0,"name":"阿芳","player":3,"seat":2},{"balance":0,"name":"大刘","player":4,"seat":3}],"unit_price":null},"games":1,"id":"2be3d29a6c1c2a00","name":"桌","players":[{"name":"老王","player":1},{"name":"小李","player":2},{"name":"阿芳","player":3},{"name":"大刘","player":4}],"revision":1},"tokens":["host","watch"]}',1,'cc7f4094fadda5cf609e512e8d61f0f47e51be3b32f0b9e177b8769372a2baf9',1796006601629);
INSERT INTO "book_answer" VALUES('0e7a50a48c34d835846b822f405c0f544cbace08638487b30d0eafdfa489056a','b676e633f7b68fb34242f0135ab7c27c832f9145680a4a3d32eec74a55f657b5',201,'{"entries":[{"amounts":[30,-10,-10,-10],"entry":1,"event":{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]},"fee":0,"in_force":true,"kind":"amounts","place":1,"reversal_of":null,"written_at":"2026-11-30T02:43:21.678Z","written_by":"host"}],"first_entry":1,"game":{"can_redo":null,"can_undo":1,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":1,"fees":0,"hands":1,"number":1,"progress":{"dealer":1,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":30,"name":"老王","player":1,"seat":0,"wind":"N"},{"balance":-10,"name":"小李","player":2,"seat":1,"wind":"E"},{"balance":-10,"name":"阿芳","player":3,"seat":2,"wind":"S"},{"balance":-10,"name":"大刘","player":4,"seat":3,"wind":"W"}],"sum":0,"totals":[{"balance":30,"name":"老王","player":1,"seat":0},{"balance":-10,"name":"小李","player":2,"seat":1},{"balance":-10,"name":"阿芳","player":3,"seat":2},{"balance":-10,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":1,"revision":2}',2,'',1796006601782);
INSERT INTO "book_answer" VALUES('540ce3f48b18c34dc512790feb57ca429668fb291dc57bf19f00d3f05aa1fc93','e928970d885a79265c0a0d76e161f2f05daaa732f437a6c5d095ed03b0154983',201,'{"entries":[{"amounts":[-8,43,-27,-8],"entry":2,"event":{"kind":"hand","payer":2,"win_by":"discard","winners":[1],"wins":[{"context":{"dealer":1,"payer":2,"round_wind":"E","streak":1,"win_by":"discard","winner":1},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":2,"to":1,"why":"8 + 19 番 = 27"},{"amount":8,"from":3,"to":1,"why":"8, not the discarder"},{"amount":8,"from":0,"to":1,"why":"8, not the discarder"}],"payouts":[-8,43,-27,-8],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"hand","place":2,"reversal_of":null,"written_at":"2026-11-30T02:43:21.830Z","written_by":"host"}],"first_entry":2,"game":{"can_redo":null,"can_undo":2,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":2,"fees":0,"hands":2,"number":1,"progress":{"dealer":2,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":22,"name":"老王","player":1,"seat":0,"wind":"W"},{"balance":33,"name":"小李","player":2,"seat":1,"wind":"N"},{"balance":-37,"name":"阿芳","player":3,"seat":2,"wind":"E"},{"balance":-18,"name":"大刘","player":4,"seat":3,"wind":"S"}],"sum":0,"totals":[{"balance":22,"name":"老王","player":1,"seat":0},{"balance":33,"name":"小李","player":2,"seat":1},{"balance":-37,"name":"阿芳","player":3,"seat":2},{"balance":-18,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":2,"revision":3}',3,'',1796006601871);
INSERT INTO "book_answer" VALUES('5e7c64948fca4669ab1d239daafac9d2db7be1611c8c9ebc6f8bf70c8cdcfd08','d026dc1ec7f5ca67892d1ecb3d3fb49cb1747b9aabc4d1c1c99695fe62fdce7d',201,'{"entries":[{"amounts":[0,0,0,0],"entry":3,"event":{"kind":"draw","konged":false},"fee":0,"in_force":true,"kind":"draw","place":3,"reversal_of":null,"written_at":"2026-11-30T02:43:21.917Z","written_by":"host"}],"first_entry":3,"game":{"can_redo":null,"can_undo":3,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":3,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":22,"name":"老王","player":1,"seat":0,"wind":"S"},{"balance":33,"name":"小李","player":2,"seat":1,"wind":"W"},{"balance":-37,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-18,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":22,"name":"老王","player":1,"seat":0},{"balance":33,"name":"小李","player":2,"seat":1},{"balance":-37,"name":"阿芳","player":3,"seat":2},{"balance":-18,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":3,"revision":4}',4,'',1796006601969);
INSERT INTO "book_answer" VALUES('7db50592cd4906084f7352c5601f88b48a3a8ebb50cba575802e385e3b9eb619','8943357235eb2d549f7887000cd9704235664cad95bb195bf703d2351164cb1c',201,'{"entries":[{"amounts":[10,10,10,-30],"entry":4,"event":{"kind":"false_win","reason":null,"seat":3},"fee":0,"in_force":true,"kind":"false_win","place":4,"reversal_of":null,"written_at":"2026-11-30T02:43:21.989Z","written_by":"host"}],"first_entry":4,"game":{"can_redo":null,"can_undo":4,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":4,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":32,"name":"老王","player":1,"seat":0,"wind":"S"},{"balance":43,"name":"小李","player":2,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":32,"name":"老王","player":1,"seat":0},{"balance":43,"name":"小李","player":2,"seat":1},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":4,"revision":5}',5,'',1796006602015);
INSERT INTO "book_answer" VALUES('5916d780c81f4eca51a5cd67e1d6f56222e7bb25f67374e2af3aad511d6a1dec','7a0d29499a1948a3a8c34bafa8544cca564f4f8ecd020335c4b3addda58db093',201,'{"entries":[{"amounts":[5,-5,0,0],"entry":5,"event":{"kind":"penalty","reason":"迟到"},"fee":0,"in_force":true,"kind":"penalty","place":5,"reversal_of":null,"written_at":"2026-11-30T02:43:22.050Z","written_by":"host"}],"first_entry":5,"game":{"can_redo":null,"can_undo":5,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":5,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":37,"name":"老王","player":1,"seat":0,"wind":"S"},{"balance":38,"name":"小李","player":2,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":37,"name":"老王","player":1,"seat":0},{"balance":38,"name":"小李","player":2,"seat":1},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":5,"revision":6}',6,'',1796006602094);
INSERT INTO "book_answer" VALUES('6290bb6b5bc88e25ffda642933288f50c03339600aced02fc6cdf4880600b912','8499820535afa93ba8eeac5abe587ffeba53b13ac1665a4c9f13411acf0a7bfd',201,'{"entries":[{"amounts":[0,0,0,0],"entry":6,"event":{"kind":"swap","one":1,"other":2,"since":6},"fee":0,"in_force":true,"kind":"swap","place":6,"reversal_of":null,"written_at":"2026-11-30T02:43:22.124Z","written_by":"host"}],"first_entry":6,"game":{"can_redo":null,"can_undo":6,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":6,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":38,"name":"小李","player":2,"seat":0,"wind":"S"},{"balance":37,"name":"老王","player":1,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":37,"name":"老王","player":1,"seat":1},{"balance":38,"name":"小李","player":2,"seat":0},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":6,"revision":7}',7,'',1796006602181);
INSERT INTO "book_answer" VALUES('8a4a5285c55701159166397c9ed17e7c3b63f12891acb5b037c6d509657d8072','f3eae9c8e5c04475561f1121b15b0538426251f9ad2d8d8de5a9d6cf4a5556d1',201,'{"entries":[{"amounts":[-29,-29,87,-29],"entry":7,"event":{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"hand","place":7,"reversal_of":null,"written_at":"2026-11-30T02:43:22.216Z","written_by":"host"}],"first_entry":7,"game":{"can_redo":null,"can_undo":7,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":7,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":9,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":8,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":60,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-77,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":8,"name":"老王","player":1,"seat":1},{"balance":9,"name":"小李","player":2,"seat":0},{"balance":60,"name":"阿芳","player":3,"seat":2},{"balance":-77,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":7,"revision":8}',8,'',1796006602245);
INSERT INTO "book_answer" VALUES('d4e9c20c17db10a5d12a16c0d71b3f3b71d505ae6206299f19d4aa75c1005c10','a2c74110ba2662032e6960eaa97ffd8b030b6f9fd03b9d644dceb03cd3e29d02',201,'{"entries":[{"amounts":[29,29,-87,29],"entry":8,"event":{"entry":7,"kind":"undo"},"fee":0,"in_force":false,"kind":"undo","place":7,"reversal_of":7,"written_at":"2026-11-30T02:43:22.299Z","written_by":"host"}],"first_entry":8,"game":{"can_redo":8,"can_undo":6,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":8,"fees":0,"hands":3,"number":1,"progress":{"dealer":3,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":38,"name":"小李","player":2,"seat":0,"wind":"S"},{"balance":37,"name":"老王","player":1,"seat":1,"wind":"W"},{"balance":-27,"name":"阿芳","player":3,"seat":2,"wind":"N"},{"balance":-48,"name":"大刘","player":4,"seat":3,"wind":"E"}],"sum":0,"totals":[{"balance":37,"name":"老王","player":1,"seat":1},{"balance":38,"name":"小李","player":2,"seat":0},{"balance":-27,"name":"阿芳","player":3,"seat":2},{"balance":-48,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":8,"revision":9}',9,'',1796006602355);
INSERT INTO "book_answer" VALUES('c5f6162f3c098c60ae783f1613c88ee9cca485471679f0b740975691ee9b3da5','54704b40c61c3e7582f48d5095781299594e498a25afe3aee96e7ff55ad2b07b',201,'{"entries":[{"amounts":[-29,-29,87,-29],"entry":9,"event":{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"redo","place":7,"reversal_of":8,"written_at":"2026-11-30T02:43:22.386Z","written_by":"host"}],"first_entry":9,"game":{"can_redo":null,"can_undo":9,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":9,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":9,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":8,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":60,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-77,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":8,"name":"老王","player":1,"seat":1},{"balance":9,"name":"小李","player":2,"seat":0},{"balance":60,"name":"阿芳","player":3,"seat":2},{"balance":-77,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":9,"revision":10}',10,'',1796006602427);
INSERT INTO "book_answer" VALUES('312e2ee1c79892e40fb0583c1474200c232583eb073fcc8f8e039d2696af430a','12b85a2c68de10fb70805299ade86e8fcd0631c5ed3e2e34a91172d8ffc73e5a',201,'{"entries":[{"amounts":[8,-43,27,8],"entry":10,"event":{"entry":2,"kind":"retract"},"fee":0,"in_force":false,"kind":"retract","place":2,"reversal_of":2,"written_at":"2026-11-30T02:43:22.489Z","written_by":"host"},{"amounts":[-10,30,-10,-10],"entry":11,"event":{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[1]},"fee":0,"in_force":true,"kind":"restate","place":2,"reversal_of":null,"written_at":"2026-11-30T02:43:22.490Z","written_by":"host"}],"first_entry":10,"game":{"can_redo":null,"can_undo":9,"closed":false,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":11,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":-4,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":6,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":77,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-79,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":6,"name":"老王","player":1,"seat":1},{"balance":-4,"name":"小李","player":2,"seat":0},{"balance":77,"name":"阿芳","player":3,"seat":2},{"balance":-79,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":11,"revision":11}',11,'',1796006602535);
INSERT INTO "book_answer" VALUES('8bb6f5e55d5d8f70932e4c6cb25aaf3cdbaa0a4b61c5ab08d2a8ecd2123a46cc','64bfb3c205ef7d6ba36a5712602d13707860d41e39a056fb5f4de5374e4d1a11',201,'{"entries":[{"amounts":[0,0,0,0],"entry":12,"event":{"kind":"close"},"fee":0,"in_force":true,"kind":"close","place":12,"reversal_of":null,"written_at":"2026-11-30T02:43:22.569Z","written_by":"host"}],"first_entry":12,"game":{"can_redo":null,"can_undo":12,"closed":true,"created_at":"2026-11-30T02:43:21.544Z","currency":null,"entries":12,"fees":0,"hands":4,"number":1,"progress":{"dealer":0,"finished":false,"round":2,"round_wind":"S","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":-4,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":6,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":77,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":-79,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":6,"name":"老王","player":1,"seat":1},{"balance":-4,"name":"小李","player":2,"seat":0},{"balance":77,"name":"阿芳","player":3,"seat":2},{"balance":-79,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":12,"revision":12}',12,'',1796006602597);
INSERT INTO "book_answer" VALUES('cdc346371dfe3f2be6c0004f86743c1a53ed2f2d1f89b4dba2b531c89e25e06d','dff979861ba603d0d79c9d22bdbd30c666063edc3a16e52fed8baca48f757bad',201,'{"game":{"can_redo":null,"can_undo":null,"closed":false,"created_at":"2026-11-30T02:43:22.630Z","currency":null,"entries":0,"fees":0,"hands":0,"number":2,"progress":{"dealer":0,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":0,"name":"小李","player":2,"seat":0,"wind":"E"},{"balance":0,"name":"老王","player":1,"seat":1,"wind":"S"},{"balance":0,"name":"阿芳","player":3,"seat":2,"wind":"W"},{"balance":0,"name":"大刘","player":4,"seat":3,"wind":"N"}],"sum":0,"totals":[{"balance":0,"name":"老王","player":1,"seat":1},{"balance":0,"name":"小李","player":2,"seat":0},{"balance":0,"name":"阿芳","player":3,"seat":2},{"balance":0,"name":"大刘","player":4,"seat":3}],"unit_price":null},"revision":13}',13,'',1796006602657);
INSERT INTO "book_answer" VALUES('e6e40f1dab11848a9873dcf2c992fa01b9444fd9cbc5fd347e2c74730f0058a2','906aaf587b08685b26c57c8d64d36e18f713d4dd7afadbc72cbc13acc676328d',201,'{"entries":[{"amounts":[30,-10,-10,-10],"entry":1,"event":{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]},"fee":0,"in_force":true,"kind":"amounts","place":1,"reversal_of":null,"written_at":"2026-11-30T02:43:22.685Z","written_by":"host"}],"first_entry":1,"game":{"can_redo":null,"can_undo":1,"closed":false,"created_at":"2026-11-30T02:43:22.630Z","currency":null,"entries":1,"fees":0,"hands":1,"number":2,"progress":{"dealer":1,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":30,"name":"小李","player":2,"seat":0,"wind":"N"},{"balance":-10,"name":"老王","player":1,"seat":1,"wind":"E"},{"balance":-10,"name":"阿芳","player":3,"seat":2,"wind":"S"},{"balance":-10,"name":"大刘","player":4,"seat":3,"wind":"W"}],"sum":0,"totals":[{"balance":-10,"name":"老王","player":1,"seat":1},{"balance":30,"name":"小李","player":2,"seat":0},{"balance":-10,"name":"阿芳","player":3,"seat":2},{"balance":-10,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":1,"revision":14}',14,'',1796006602714);
INSERT INTO "book_answer" VALUES('65f7ad85ce15257c147b66134b4ffe514edb55eda86194b96a846ca55c675c55','10c7bfd5bfa19810b297d77c3b9177a69869f40023adc7b01bb6682ec55c4da1',201,'{"entries":[{"amounts":[-27,-8,-8,43],"entry":2,"event":{"kind":"hand","payer":0,"win_by":"discard","winners":[3],"wins":[{"context":{"dealer":1,"payer":0,"round_wind":"E","streak":1,"win_by":"discard","winner":3},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":0,"to":3,"why":"8 + 19 番 = 27"},{"amount":8,"from":1,"to":3,"why":"8, not the discarder"},{"amount":8,"from":2,"to":3,"why":"8, not the discarder"}],"payouts":[-27,-8,-8,43],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]},"fee":0,"in_force":true,"kind":"hand","place":2,"reversal_of":null,"written_at":"2026-11-30T02:43:22.742Z","written_by":"host"}],"first_entry":2,"game":{"can_redo":null,"can_undo":2,"closed":false,"created_at":"2026-11-30T02:43:22.630Z","currency":null,"entries":2,"fees":0,"hands":2,"number":2,"progress":{"dealer":2,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":3,"name":"小李","player":2,"seat":0,"wind":"W"},{"balance":-18,"name":"老王","player":1,"seat":1,"wind":"N"},{"balance":-18,"name":"阿芳","player":3,"seat":2,"wind":"E"},{"balance":33,"name":"大刘","player":4,"seat":3,"wind":"S"}],"sum":0,"totals":[{"balance":-18,"name":"老王","player":1,"seat":1},{"balance":3,"name":"小李","player":2,"seat":0},{"balance":-18,"name":"阿芳","player":3,"seat":2},{"balance":33,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":2,"revision":15}',15,'',1796006602771);
INSERT INTO "book_answer" VALUES('d55bab0b4b17ae7045123c1aab3285f91cfad0a8862860501c11cde5173786e7','a2c74110ba2662032e6960eaa97ffd8b030b6f9fd03b9d644dceb03cd3e29d02',201,'{"entries":[{"amounts":[27,8,8,-43],"entry":3,"event":{"entry":2,"kind":"undo"},"fee":0,"in_force":false,"kind":"undo","place":2,"reversal_of":2,"written_at":"2026-11-30T02:43:22.810Z","written_by":"host"}],"first_entry":3,"game":{"can_redo":3,"can_undo":1,"closed":false,"created_at":"2026-11-30T02:43:22.630Z","currency":null,"entries":3,"fees":0,"hands":1,"number":2,"progress":{"dealer":1,"finished":false,"round":1,"round_wind":"E","rounds":4,"streak":1},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"seats":[{"balance":30,"name":"小李","player":2,"seat":0,"wind":"N"},{"balance":-10,"name":"老王","player":1,"seat":1,"wind":"E"},{"balance":-10,"name":"阿芳","player":3,"seat":2,"wind":"S"},{"balance":-10,"name":"大刘","player":4,"seat":3,"wind":"W"}],"sum":0,"totals":[{"balance":-10,"name":"老王","player":1,"seat":1},{"balance":30,"name":"小李","player":2,"seat":0},{"balance":-10,"name":"阿芳","player":3,"seat":2},{"balance":-10,"name":"大刘","player":4,"seat":3}],"unit_price":null},"last_entry":3,"revision":16}',16,'',1796006602845);
CREATE TABLE book_entry (
	game_id INTEGER NOT NULL, 
	seq BIGINT NOT NULL, 
	place BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	event TEXT NOT NULL, 
	amount_0 BIGINT NOT NULL, 
	amount_1 BIGINT NOT NULL, 
	amount_2 BIGINT NOT NULL, 
	amount_3 BIGINT NOT NULL, 
	fee BIGINT NOT NULL, 
	charges_fee BOOLEAN NOT NULL, 
	reversal_of BIGINT, 
	idempotency_key VARCHAR(64), 
	written_ms BIGINT NOT NULL, 
	written_by VARCHAR(80) NOT NULL, 
	CONSTRAINT pk_book_entry PRIMARY KEY (game_id, seq), 
	CONSTRAINT ck_book_entry_balanced CHECK (amount_0 + amount_1 + amount_2 + amount_3 + fee = 0), 
	CONSTRAINT ck_book_entry_amount_limit CHECK (amount_0 BETWEEN -1000000000000 AND 1000000000000 AND amount_1 BETWEEN -1000000000000 AND 1000000000000 AND amount_2 BETWEEN -1000000000000 AND 1000000000000 AND amount_3 BETWEEN -1000000000000 AND 1000000000000), 
	CONSTRAINT ck_book_entry_fee_declared CHECK (charges_fee OR fee = 0), 
	CONSTRAINT ck_book_entry_reversal_earlier CHECK (reversal_of IS NULL OR reversal_of < seq), 
	CONSTRAINT ck_book_entry_place CHECK (seq >= 1 AND place >= 1 AND place <= seq), 
	CONSTRAINT fk_book_entry_game_id_charges_fee FOREIGN KEY(game_id, charges_fee) REFERENCES book_game (id, charges_fee), 
	CONSTRAINT fk_book_entry_game_id_reversal_of FOREIGN KEY(game_id, reversal_of) REFERENCES book_entry (game_id, seq), 
	CONSTRAINT uq_book_entry_game_id_idempotency_key UNIQUE (game_id, idempotency_key), 
	CONSTRAINT uq_book_entry_game_id_reversal_of UNIQUE (game_id, reversal_of)
);
INSERT INTO "book_entry" VALUES(1,1,1,'amounts','{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]}',30,-10,-10,-10,0,0,NULL,'0e7a50a48c34d835846b822f405c0f544cbace08638487b30d0eafdfa489056a',1796006601678,'host');
INSERT INTO "book_entry" VALUES(1,2,2,'hand','{"kind":"hand","payer":2,"win_by":"discard","winners":[1],"wins":[{"context":{"dealer":1,"payer":2,"round_wind":"E","streak":1,"win_by":"discard","winner":1},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":2,"to":1,"why":"8 + 19 番 = 27"},{"amount":8,"from":3,"to":1,"why":"8, not the discarder"},{"amount":8,"from":0,"to":1,"why":"8, not the discarder"}],"payouts":[-8,43,-27,-8],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]}',-8,43,-27,-8,0,0,NULL,'540ce3f48b18c34dc512790feb57ca429668fb291dc57bf19f00d3f05aa1fc93',1796006601830,'host');
INSERT INTO "book_entry" VALUES(1,3,3,'draw','{"kind":"draw","konged":false}',0,0,0,0,0,0,NULL,'5e7c64948fca4669ab1d239daafac9d2db7be1611c8c9ebc6f8bf70c8cdcfd08',1796006601917,'host');
INSERT INTO "book_entry" VALUES(1,4,4,'false_win','{"kind":"false_win","reason":null,"seat":3}',10,10,10,-30,0,0,NULL,'7db50592cd4906084f7352c5601f88b48a3a8ebb50cba575802e385e3b9eb619',1796006601989,'host');
INSERT INTO "book_entry" VALUES(1,5,5,'penalty','{"kind":"penalty","reason":"迟到"}',5,-5,0,0,0,0,NULL,'5916d780c81f4eca51a5cd67e1d6f56222e7bb25f67374e2af3aad511d6a1dec',1796006602050,'host');
INSERT INTO "book_entry" VALUES(1,6,6,'swap','{"kind":"swap","one":1,"other":2,"since":6}',0,0,0,0,0,0,NULL,'6290bb6b5bc88e25ffda642933288f50c03339600aced02fc6cdf4880600b912',1796006602124,'host');
INSERT INTO "book_entry" VALUES(1,7,7,'hand','{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]}',-29,-29,87,-29,0,0,NULL,'8a4a5285c55701159166397c9ed17e7c3b63f12891acb5b037c6d509657d8072',1796006602216,'host');
INSERT INTO "book_entry" VALUES(1,8,7,'undo','{"entry":7,"kind":"undo"}',29,29,-87,29,0,0,7,'d4e9c20c17db10a5d12a16c0d71b3f3b71d505ae6206299f19d4aa75c1005c10',1796006602299,'host');
INSERT INTO "book_entry" VALUES(1,9,7,'redo','{"kind":"hand","payer":null,"win_by":"self-draw","winners":[2],"wins":[{"context":{"dealer":3,"round_wind":"E","streak":1,"win_by":"self-draw","winner":2},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 不求人 4 + 无字 1 = 21","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"fully-concealed","name":"不求人","name_en":"Fully concealed hand","sets":[],"value":4},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[{"because":"fully-concealed","id":"self-drawn","name":"自摸","name_en":"Self-drawn"}],"payments":[{"amount":29,"from":3,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":0,"to":2,"why":"8 + 21 番 = 29"},{"amount":29,"from":1,"to":2,"why":"8 + 21 番 = 29"}],"payouts":[-29,-29,87,-29],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":true,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":21,"unit":"番"}}]}',-29,-29,87,-29,0,0,8,'c5f6162f3c098c60ae783f1613c88ee9cca485471679f0b740975691ee9b3da5',1796006602386,'host');
INSERT INTO "book_entry" VALUES(1,10,2,'retract','{"entry":2,"kind":"retract"}',8,-43,27,8,0,0,2,'312e2ee1c79892e40fb0583c1474200c232583eb073fcc8f8e039d2696af430a',1796006602489,'host');
INSERT INTO "book_entry" VALUES(1,11,2,'restate','{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[1]}',-10,30,-10,-10,0,0,NULL,NULL,1796006602490,'host');
INSERT INTO "book_entry" VALUES(1,12,12,'close','{"kind":"close"}',0,0,0,0,0,0,NULL,'8bb6f5e55d5d8f70932e4c6cb25aaf3cdbaa0a4b61c5ab08d2a8ecd2123a46cc',1796006602569,'host');
INSERT INTO "book_entry" VALUES(2,1,1,'amounts','{"kind":"amounts","payer":null,"reason":null,"win_by":"self-draw","winners":[0]}',30,-10,-10,-10,0,0,NULL,'e6e40f1dab11848a9873dcf2c992fa01b9444fd9cbc5fd347e2c74730f0058a2',1796006602685,'host');
INSERT INTO "book_entry" VALUES(2,2,2,'hand','{"kind":"hand","payer":0,"win_by":"discard","winners":[3],"wins":[{"context":{"dealer":1,"payer":0,"round_wind":"E","streak":1,"win_by":"discard","winner":3},"hand":{"aside":"","concealed":"123456789m99p66s","melds":[],"win_tile":"6s"},"result":{"formula":"清龙 16 + 门前清 2 + 无字 1 = 19","items":[{"count":1,"id":"pure-straight","name":"清龙","name_en":"Pure straight","sets":[0,1,2],"value":16},{"count":1,"id":"concealed-hand","name":"门前清","name_en":"Concealed hand","sets":[],"value":2},{"count":1,"id":"no-honours","name":"无字","name_en":"No honours","sets":[],"value":1}],"not_counted":[],"payments":[{"amount":27,"from":0,"to":3,"why":"8 + 19 番 = 27"},{"amount":8,"from":1,"to":3,"why":"8, not the discarder"},{"amount":8,"from":2,"to":3,"why":"8, not the discarder"}],"payouts":[-27,-8,-8,43],"reading":{"pair":"99p","sets":[{"concealed":true,"tiles":"123m","type":"chow","wild":[]},{"concealed":true,"tiles":"456m","type":"chow","wild":[]},{"concealed":true,"tiles":"789m","type":"chow","wild":[]},{"concealed":false,"tiles":"666s","type":"pung","wild":[]}],"shape":"sets","won":3},"ruleset":{"id":"guobiao","options":{"held_four_waits":true,"min_fan":8,"mixed_kongs":true},"version":"1"},"runner_up":null,"status":"scored","total":19,"unit":"番"}}]}',-27,-8,-8,43,0,0,NULL,'65f7ad85ce15257c147b66134b4ffe514edb55eda86194b96a846ca55c675c55',1796006602742,'host');
INSERT INTO "book_entry" VALUES(2,3,2,'undo','{"entry":2,"kind":"undo"}',27,8,8,-43,0,0,2,'d55bab0b4b17ae7045123c1aab3285f91cfad0a8862860501c11cde5173786e7',1796006602810,'host');
CREATE TABLE book_feed (
	table_id VARCHAR(32) NOT NULL, 
	revision BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	game INTEGER, 
	first_seq BIGINT, 
	last_seq BIGINT, 
	written_ms BIGINT NOT NULL, 
	CONSTRAINT pk_book_feed PRIMARY KEY (table_id, revision), 
	CONSTRAINT fk_book_feed_table_id FOREIGN KEY(table_id) REFERENCES book_table (id)
);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',1,'table',1,NULL,NULL,1796006601629);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',2,'enter',1,1,1,1796006601782);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',3,'enter',1,2,2,1796006601871);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',4,'enter',1,3,3,1796006601969);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',5,'enter',1,4,4,1796006602015);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',6,'enter',1,5,5,1796006602094);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',7,'enter',1,6,6,1796006602181);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',8,'enter',1,7,7,1796006602245);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',9,'undo',1,8,8,1796006602355);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',10,'redo',1,9,9,1796006602427);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',11,'correct',1,10,11,1796006602519);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',12,'enter',1,12,12,1796006602597);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',13,'game',2,NULL,NULL,1796006602657);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',14,'enter',2,1,1,1796006602714);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',15,'enter',2,2,2,1796006602771);
INSERT INTO "book_feed" VALUES('2be3d29a6c1c2a00',16,'undo',2,3,3,1796006602845);
CREATE TABLE book_game (
	id INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	ruleset VARCHAR(64) NOT NULL, 
	ruleset_version VARCHAR(32) NOT NULL, 
	options TEXT NOT NULL, 
	charges_fee BOOLEAN NOT NULL, 
	start TEXT NOT NULL, 
	created_ms BIGINT NOT NULL, 
	head_seq BIGINT NOT NULL, 
	hands BIGINT NOT NULL, 
	fees BIGINT NOT NULL, 
	state TEXT NOT NULL, 
	seating TEXT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	CONSTRAINT pk_book_game PRIMARY KEY (id), 
	CONSTRAINT fk_book_game_table_id FOREIGN KEY(table_id) REFERENCES book_table (id), 
	CONSTRAINT uq_book_game_id_charges_fee UNIQUE (id, charges_fee), 
	CONSTRAINT uq_book_game_table_id_number UNIQUE (table_id, number)
);
INSERT INTO "book_game" VALUES(1,'2be3d29a6c1c2a00',1,'guobiao','1','{"held_four_waits":true,"min_fan":8,"mixed_kongs":true}',0,'{"currency":null,"dealer":0,"players":[1,2,3,4],"round_wind":"E","unit_price":null}',1796006601544,12,4,0,'{"closed":true,"dealer":0,"deals":4,"first_dealer":0,"streak":1}','[2,1,3,4]',1);
INSERT INTO "book_game" VALUES(2,'2be3d29a6c1c2a00',2,'guobiao','1','{"held_four_waits":true,"min_fan":8,"mixed_kongs":true}',0,'{"currency":null,"dealer":0,"players":[2,1,3,4],"round_wind":"E","unit_price":null}',1796006602630,3,1,0,'{"closed":false,"dealer":1,"deals":1,"first_dealer":0,"streak":1}','[2,1,3,4]',0);
CREATE TABLE book_outcome (
	game_id INTEGER NOT NULL, 
	place BIGINT NOT NULL, 
	seat INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	amount BIGINT NOT NULL, 
	won BOOLEAN NOT NULL, 
	CONSTRAINT pk_book_outcome PRIMARY KEY (game_id, place, seat), 
	CONSTRAINT fk_book_outcome_game_id FOREIGN KEY(game_id) REFERENCES book_game (id)
);
INSERT INTO "book_outcome" VALUES(1,1,0,1,30,1);
INSERT INTO "book_outcome" VALUES(1,1,1,2,-10,0);
INSERT INTO "book_outcome" VALUES(1,1,2,3,-10,0);
INSERT INTO "book_outcome" VALUES(1,1,3,4,-10,0);
INSERT INTO "book_outcome" VALUES(1,3,0,1,0,0);
INSERT INTO "book_outcome" VALUES(1,3,1,2,0,0);
INSERT INTO "book_outcome" VALUES(1,3,2,3,0,0);
INSERT INTO "book_outcome" VALUES(1,3,3,4,0,0);
INSERT INTO "book_outcome" VALUES(1,4,0,1,10,0);
INSERT INTO "book_outcome" VALUES(1,4,1,2,10,0);
INSERT INTO "book_outcome" VALUES(1,4,2,3,10,0);
INSERT INTO "book_outcome" VALUES(1,4,3,4,-30,0);
INSERT INTO "book_outcome" VALUES(1,5,0,1,5,0);
INSERT INTO "book_outcome" VALUES(1,5,1,2,-5,0);
INSERT INTO "book_outcome" VALUES(1,5,2,3,0,0);
INSERT INTO "book_outcome" VALUES(1,5,3,4,0,0);
INSERT INTO "book_outcome" VALUES(1,7,0,2,-29,0);
INSERT INTO "book_outcome" VALUES(1,7,1,1,-29,0);
INSERT INTO "book_outcome" VALUES(1,7,2,3,87,1);
INSERT INTO "book_outcome" VALUES(1,7,3,4,-29,0);
INSERT INTO "book_outcome" VALUES(1,2,0,1,-10,0);
INSERT INTO "book_outcome" VALUES(1,2,1,2,30,1);
INSERT INTO "book_outcome" VALUES(1,2,2,3,-10,0);
INSERT INTO "book_outcome" VALUES(1,2,3,4,-10,0);
INSERT INTO "book_outcome" VALUES(2,1,0,2,30,1);
INSERT INTO "book_outcome" VALUES(2,1,1,1,-10,0);
INSERT INTO "book_outcome" VALUES(2,1,2,3,-10,0);
INSERT INTO "book_outcome" VALUES(2,1,3,4,-10,0);
CREATE TABLE book_player (
	table_id VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	CONSTRAINT pk_book_player PRIMARY KEY (table_id, number), 
	CONSTRAINT fk_book_player_table_id FOREIGN KEY(table_id) REFERENCES book_table (id)
);
INSERT INTO "book_player" VALUES('2be3d29a6c1c2a00',1,'老王');
INSERT INTO "book_player" VALUES('2be3d29a6c1c2a00',2,'小李');
INSERT INTO "book_player" VALUES('2be3d29a6c1c2a00',3,'阿芳');
INSERT INTO "book_player" VALUES('2be3d29a6c1c2a00',4,'大刘');
CREATE TABLE book_standing (
	game_id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	balance BIGINT NOT NULL, 
	hands BIGINT NOT NULL, 
	wins BIGINT NOT NULL, 
	self_draws BIGINT NOT NULL, 
	deal_ins BIGINT NOT NULL, 
	draws BIGINT NOT NULL, 
	dealt BIGINT NOT NULL, 
	false_wins BIGINT NOT NULL, 
	penalties BIGINT NOT NULL, 
	won_amount BIGINT NOT NULL, 
	CONSTRAINT pk_book_standing PRIMARY KEY (game_id, player), 
	CONSTRAINT fk_book_standing_game_id FOREIGN KEY(game_id) REFERENCES book_game (id)
);
INSERT INTO "book_standing" VALUES(1,1,6,4,1,1,0,1,1,0,0,30);
INSERT INTO "book_standing" VALUES(1,2,-4,4,1,1,0,1,1,0,1,30);
INSERT INTO "book_standing" VALUES(1,3,77,4,1,1,0,1,1,0,0,87);
INSERT INTO "book_standing" VALUES(1,4,-79,4,0,0,0,1,1,1,0,0);
INSERT INTO "book_standing" VALUES(2,2,30,1,1,1,0,0,1,0,0,30);
INSERT INTO "book_standing" VALUES(2,1,-10,1,0,0,0,0,0,0,0,0);
INSERT INTO "book_standing" VALUES(2,3,-10,1,0,0,0,0,0,0,0,0);
INSERT INTO "book_standing" VALUES(2,4,-10,1,0,0,0,0,0,0,0,0);
CREATE TABLE book_table (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(80) NOT NULL, 
	revision BIGINT NOT NULL, 
	games INTEGER NOT NULL, 
	players INTEGER NOT NULL, 
	created_ms BIGINT NOT NULL, 
	CONSTRAINT pk_book_table PRIMARY KEY (id), 
	CONSTRAINT ck_book_table_revision CHECK (revision >= 1)
);
INSERT INTO "book_table" VALUES('2be3d29a6c1c2a00','桌',16,2,4,1796006601481);
CREATE TABLE book_token (
	id INTEGER NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	label VARCHAR(80) NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	created_ms BIGINT NOT NULL, 
	revoked_ms BIGINT, 
	CONSTRAINT pk_book_token PRIMARY KEY (id), 
	CONSTRAINT ck_book_token_role CHECK (role IN ('host', 'watch')), 
	CONSTRAINT fk_book_token_table_id FOREIGN KEY(table_id) REFERENCES book_table (id), 
	CONSTRAINT uq_book_token_digest UNIQUE (digest)
);
INSERT INTO "book_token" VALUES(1,'2be3d29a6c1c2a00','host','host','4f3dd50e42239296bc460e0ede4f57ac3a5b83868f7ef554b1cac487205b8cf8',1796006601482,NULL);
INSERT INTO "book_token" VALUES(2,'2be3d29a6c1c2a00','watch','watch','bcd47e5ae9cb48802923dbbe955d2f197883949bab8ca697ff7616a071b1551b',1796006601501,NULL);
CREATE TABLE book_turn (
	game_id INTEGER NOT NULL, 
	place BIGINT NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	live_seq BIGINT, 
	undone_seq BIGINT, 
	state_before TEXT NOT NULL, 
	CONSTRAINT pk_book_turn PRIMARY KEY (game_id, place), 
	CONSTRAINT fk_book_turn_game_id FOREIGN KEY(game_id) REFERENCES book_game (id)
);
INSERT INTO "book_turn" VALUES(1,1,'amounts',1,NULL,'{"closed":false,"dealer":0,"deals":0,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(1,2,'amounts',11,NULL,'{"closed":false,"dealer":1,"deals":1,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(1,3,'draw',3,NULL,'{"closed":false,"dealer":2,"deals":2,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(1,4,'false_win',4,NULL,'{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(1,5,'penalty',5,NULL,'{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(1,6,'swap',6,NULL,'{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(1,7,'hand',9,NULL,'{"closed":false,"dealer":3,"deals":3,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(1,12,'close',12,NULL,'{"closed":false,"dealer":0,"deals":4,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(2,1,'amounts',1,NULL,'{"closed":false,"dealer":0,"deals":0,"first_dealer":0,"streak":1}');
INSERT INTO "book_turn" VALUES(2,2,'hand',NULL,3,'{"closed":false,"dealer":1,"deals":1,"first_dealer":0,"streak":1}');
CREATE INDEX ix_book_answer_written_ms ON book_answer (written_ms);
CREATE INDEX ix_book_token_table_id ON book_token (table_id);
CREATE INDEX ix_book_entry_place ON book_entry (game_id, place, seq);
CREATE INDEX ix_book_outcome_best ON book_outcome (game_id, player, won, amount);
CREATE INDEX ix_book_turn_kind ON book_turn (game_id, kind, place);
CREATE INDEX ix_book_turn_live ON book_turn (game_id, place) WHERE live_seq IS NOT NULL;
CREATE INDEX ix_book_turn_undone ON book_turn (game_id, undone_seq) WHERE undone_seq IS NOT NULL;
CREATE TRIGGER book_entry_no_update BEFORE UPDATE ON book_entry BEGIN SELECT RAISE(ABORT, 'entries of the book are never changed'); END;
CREATE TRIGGER book_entry_no_delete BEFORE DELETE ON book_entry BEGIN SELECT RAISE(ABORT, 'entries of the book are never changed'); END;
CREATE TRIGGER book_entry_rule_1 BEFORE INSERT ON book_entry WHEN NEW.seq > 1 AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.seq - 1) BEGIN SELECT RAISE(ABORT, 'an entry follows the one before it without a gap'); END;
CREATE TRIGGER book_entry_rule_2 BEFORE INSERT ON book_entry WHEN NEW.reversal_of IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.reversal_of
         AND prior.place = NEW.place AND prior.amount_0 = -NEW.amount_0 AND prior.amount_1 = -NEW.amount_1 AND prior.amount_2 = -NEW.amount_2 AND prior.amount_3 = -NEW.amount_3 AND prior.fee = -NEW.fee) BEGIN SELECT RAISE(ABORT, 'a reversal takes back exactly the entry it names'); END;
CREATE TRIGGER book_entry_rule_3 BEFORE INSERT ON book_entry WHEN NEW.reversal_of IS NULL AND NEW.place < NEW.seq AND NOT EXISTS
        (SELECT 1 FROM book_entry prior WHERE prior.game_id = NEW.game_id AND prior.seq = NEW.seq - 1
         AND prior.place = NEW.place AND prior.kind = 'retract') BEGIN SELECT RAISE(ABORT, 'a restated entry follows the retracting of the former one'); END;
CREATE TRIGGER book_game_fixed BEFORE UPDATE OF id, table_id, number, ruleset, ruleset_version, options, charges_fee, start, created_ms ON book_game BEGIN SELECT RAISE(ABORT, 'the rules of a game are fixed'); END;
COMMIT;
