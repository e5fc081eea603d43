from sklearn.neighbors import KNeighborsClassifier


def classify(known, labels, petals):
    return KNeighborsClassifier(n_neighbors=1).fit(known, labels).predict(petals).tolist()
