// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "tasks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "sortid", path: "../../..")
    ],
    targets: [
        .executableTarget(name: "tasks", dependencies: [.product(name: "Sortid", package: "sortid")])
    ],
    swiftLanguageModes: [.v6]
)
